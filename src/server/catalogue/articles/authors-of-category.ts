import { and, asc, desc, eq, max, sql } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { newestFirstOrder, publishedByActiveAuthorCondition } from './article-metas.ts';
import { articles } from './schema.ts';

/**
 * Number of newest articles that are counted to rank the authors of a category or subcategory. The limit keeps the
 * query fast as the library grows.
 */
const ARTICLES_TO_COUNT = 100;

/**
 * Returns the aliases of up to `limit` authors of a category or subcategory. The authors are sorted by how many of its
 * newest articles they wrote, highest number first. Authors with equal numbers are sorted by the publication time of
 * their newest article, latest first.
 */
export async function listAuthorAliasesOfCategory(
  queries: Queries,
  category: CategoryId,
  subcategory: string | undefined,
  limit: number,
): Promise<string[]> {
  const newest = queries
    .select({ authorId: articles.authorId, publishedAt: articles.publishedAt })
    .from(articles)
    .where(
      and(
        publishedByActiveAuthorCondition,
        eq(articles.category, category),
        subcategory ? eq(articles.subcategory, subcategory) : undefined,
      ),
    )
    .orderBy(...newestFirstOrder)
    .limit(ARTICLES_TO_COUNT)
    .as('newest');
  const { id, alias, aliasKey } = authorAliasesAndLevelsSubquery;
  const rows = await queries
    .select({ alias })
    .from(newest)
    .innerJoin(authorAliasesAndLevelsSubquery, eq(id, newest.authorId))
    .groupBy(alias, aliasKey)
    .orderBy(desc(sql`count(*)`), desc(max(newest.publishedAt)), asc(aliasKey))
    .limit(limit);
  return rows.map((row) => row.alias);
}
