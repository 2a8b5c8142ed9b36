import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ArticleMeta } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import {
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  selectArticleMetas,
  toArticleMeta,
} from './article-metas.ts';
import { articles, popularArticles } from './schema.ts';

/**
 * Maximum number of recommended articles that are read from a category, newest first. The recommended articles of a
 * subcategory are selected from these.
 */
const RECOMMENDED_CANDIDATES = 100;

/**
 * Returns `limit` articles for readers who are new to a category or subcategory. Articles that editors recommend to new
 * readers come first, then the most popular articles of the latest ranking, then the newest articles. Returns an empty
 * list if the category or subcategory has at most `limit` articles, because its article list then shows all of them
 * anyway.
 */
export async function listArticlesToStartWith(
  queries: Queries,
  category: CategoryId,
  subcategory: string | undefined,
  limit: number,
): Promise<ArticleMeta[]> {
  const rows = await runPreparedQuery(
    queries,
    `articles to start with in a ${subcategory ? 'subcategory' : 'category'}`,
    () => selectArticlesToStartWith(queries, subcategory !== undefined),
    { category, subcategory, limit: limit + 1 },
  );
  return rows.length > limit ? rows.slice(0, limit).map(toArticleMeta) : [];
}

/**
 * Returns a query for the articles with which new readers should start. The query has one subquery each for
 * recommended, popular and new articles, and each reads a limited number of rows. A ranking of popular articles
 * contains at most 1,500 rows (docs/decisions/0052).
 */
function selectArticlesToStartWith(queries: Queries, isOfSubcategory: boolean) {
  const { placeholder } = sql;
  const inSubcategory = isOfSubcategory
    ? eq(articles.subcategory, placeholder('subcategory'))
    : undefined;
  const inCategory = and(
    publishedByActiveAuthorCondition,
    eq(articles.category, placeholder('category')),
  );
  const newestFirst = sql.join(newestFirstOrder, sql`, `);
  const limit = placeholder('limit');
  const recommended = sql`
    SELECT id, 0 AS tier, 0 AS place FROM (
      SELECT ${articles.id}, ${articles.subcategory}, ${articles.publishedAt} FROM ${articles}
      WHERE ${inCategory} AND ${articles.startsHere} ORDER BY ${newestFirst} LIMIT ${RECOMMENDED_CANDIDATES}
    ) AS articles WHERE ${inSubcategory ?? sql`true`}
    ORDER BY ${newestFirst} LIMIT ${limit}`;
  const popular = sql`
    SELECT ${articles.id}, 1 AS tier, ${popularArticles.place}
    FROM ${popularArticles} JOIN ${articles} ON ${articles.id} = ${popularArticles.articleId}
    WHERE ${popularArticles.day} = (SELECT max(day) FROM ${popularArticles}) AND ${and(inCategory, inSubcategory)}
    ORDER BY ${popularArticles.place} LIMIT ${limit}`;
  const newest = sql`
    SELECT ${articles.id}, 2 AS tier, 0 AS place FROM ${articles}
    WHERE ${and(inCategory, inSubcategory)} ORDER BY ${newestFirst} LIMIT ${limit}`;
  const chosen = sql`(
    SELECT DISTINCT ON (id) id, tier, place
    FROM (${joinWithUnionAll([recommended, popular, newest])}) AS candidate ORDER BY id, tier
  ) AS chosen`;
  return selectArticleMetas(queries)
    .innerJoin(chosen, sql`chosen.id = ${articles.id}`)
    .orderBy(sql`chosen.tier`, sql`chosen.place`, ...newestFirstOrder)
    .limit(limit);
}

function joinWithUnionAll(parts: readonly SQL[]): SQL {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` UNION ALL `,
  );
}
