import { and, eq } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authors } from './schema.ts';

/**
 * Returns the category of the author whose portrait has this key. The category determines the style of the portrait.
 * Returns `undefined` if no author has this portrait. The author may have any status.
 */
export async function findPortraitCategory(
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

/** Lists the keys of up to `limit` portraits. */
export async function listPortraitKeys(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries.select({ key: authors.portrait }).from(authors).limit(limit);
  return rows.map(({ key }) => key);
}
