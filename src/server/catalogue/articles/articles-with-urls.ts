import { and, eq, inArray } from 'drizzle-orm';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { isOrWasPublishedCondition } from './publication-conditions.ts';
import { articles, formerSlugs } from './schema.ts';

/** An article that is or was published. If it is withdrawn, its URL responds with 410. */
export interface ArticleWithUrl {
  alias: string;
  slug: string;
  category: string;
  subcategory: string;
}

/**
 * Returns the given articles that are or were published, because only such articles have public URLs. Skips articles
 * that were never published, even if they are archived.
 */
export async function listArticlesWithUrls(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticleWithUrl[]> {
  if (!ids.length) return [];
  return queries
    .select({
      alias: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      category: articles.category,
      subcategory: articles.subcategory,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(and(inArray(articles.id, [...ids]), isOrWasPublishedCondition));
}

/**
 * Returns the former URLs of the given articles, which redirect to the current URLs. A former URL contains the current
 * alias of the author to whom the article belonged when it had that URL.
 */
export async function listFormerArticleUrls(
  queries: Queries,
  ids: readonly string[],
): Promise<Pick<ArticleWithUrl, 'alias' | 'slug'>[]> {
  if (!ids.length) return [];
  return queries
    .select({ alias: authorAliasesAndLevelsSubquery.alias, slug: formerSlugs.slug })
    .from(formerSlugs)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, formerSlugs.authorId),
    )
    .where(inArray(formerSlugs.articleId, [...ids]));
}
