import { and, eq, sql } from 'drizzle-orm';
import type { Narrator } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { narrations } from './schema.ts';

/** A narration that is there to be heard. */
export interface Narration {
  /** Names its files. */
  recording: string;
  seconds: number;
  bytes: number;
}

/** The narration of an article that was made last; `undefined` where there is none. */
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

/** Who has read an article aloud so far. */
export async function listNarrators(queries: Queries, articleId: string): Promise<Narrator[]> {
  const rows = await queries
    .select({ narrator: narrations.narrator })
    .from(narrations)
    .where(eq(narrations.articleId, articleId));
  return rows.map(({ narrator }) => narrator);
}

/** Makes a narration the one that is heard. Nothing happens where the article is gone. */
export async function storeNarration(
  queries: Queries,
  articleId: string,
  narrator: Narrator,
  { recording, seconds, bytes }: Narration,
): Promise<void> {
  const made = { recording, seconds, bytes, madeAt: sql`now()` };
  await queries
    .insert(narrations)
    .values({ articleId, narrator, ...made })
    .onConflictDoUpdate({ target: [narrations.articleId, narrations.narrator], set: made });
}
