import { and, eq } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authors } from './schema.ts';

/** What the portrait of that key is drawn from; `undefined` when no author has it, active or not. */
export async function findPortraitParameters(
  queries: Queries,
  authorId: string,
  key: string,
): Promise<{ category: CategoryId } | undefined> {
  const [row] = await queries
    .select({ category: authors.category })
    .from(authors)
    .where(and(eq(authors.id, authorId), eq(authors.portrait, key)));
  return row && { category: row.category as CategoryId };
}

/** Keys of authors' portraits. */
export async function listPortraitKeys(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries.select({ key: authors.portrait }).from(authors).limit(limit);
  return rows.map(({ key }) => key);
}
