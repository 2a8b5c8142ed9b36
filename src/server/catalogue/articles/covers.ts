import { and, desc, eq, sql } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { publishedByActiveAuthorCondition } from './article-metas.ts';
import { articles } from './schema.ts';

const coverKey = sql<string>`${articles.image}->>'cover'`;

/**
 * Returns the drawing parameters of the cover with this key, or `undefined` if no article has this cover. Includes
 * articles of any status.
 */
export async function findCoverParameters(
  queries: Queries,
  articleId: string,
  key: string,
): Promise<{ category: CategoryId; variant: number } | undefined> {
  const [row] = await queries
    .select({ category: articles.category, image: articles.image })
    .from(articles)
    .where(and(eq(articles.id, articleId), eq(coverKey, key)));
  return row && { category: row.category as CategoryId, variant: row.image.variant };
}

/** Lists the cover keys of the newest published articles. */
export async function listNewestCoverKeys(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ key: coverKey })
    .from(articles)
    .where(publishedByActiveAuthorCondition)
    .orderBy(desc(articles.publishedAt))
    .limit(limit);
  return rows.map(({ key }) => key);
}

/** Returns true if an article shows this photograph. Includes articles of any status. */
export async function isPhotoUsedByArticle(queries: Queries, photoId: string): Promise<boolean> {
  return (await queries.$count(articles, eq(sql`${articles.image}->'photo'->>'id'`, photoId))) > 0;
}
