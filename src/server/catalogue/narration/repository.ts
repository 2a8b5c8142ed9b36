import { and, eq, sql } from 'drizzle-orm';
import type { Narrator } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { narrations } from './schema.ts';

/** A complete recording of an article. */
export interface Narration {
  /** The name of the recording. The keys of the recording's files contain it. */
  recording: string;
  seconds: number;
  bytes: number;
}

/** Returns the latest narration of an article by a narrator. */
export async function findNarration(
  queries: Queries,
  articleId: string,
  narrator: Narrator,
): Promise<Narration | undefined> {
  const { recording, seconds, bytes } = narrations;
  const [row] = await queries
    .select({ recording, seconds, bytes })
    .from(narrations)
    .where(and(eq(narrations.articleId, articleId), eq(narrations.narrator, narrator)));
  return row;
}

/** Lists the narrators who have read an article in any version. */
export async function listNarrators(queries: Queries, articleId: string): Promise<Narrator[]> {
  const rows = await queries
    .select({ narrator: narrations.narrator })
    .from(narrations)
    .where(eq(narrations.articleId, articleId));
  return rows.map(({ narrator }) => narrator);
}

/** Stores a narration as the latest one of an article by a narrator. */
export async function storeNarration(
  queries: Queries,
  articleId: string,
  narrator: Narrator,
  { recording, seconds, bytes }: Narration,
): Promise<void> {
  const values = { recording, seconds, bytes, madeAt: sql`now()` };
  await queries
    .insert(narrations)
    .values({ articleId, narrator, ...values })
    .onConflictDoUpdate({ target: [narrations.articleId, narrations.narrator], set: values });
}
