import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  encodePageToken,
} from '#server/platform/db/page-token.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import {
  type ArticleListPage,
  articleMetaColumns,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  toArticleMeta,
} from './article-metas.ts';
import { articles, popularArticles } from './schema.ts';

/** Number of newest articles per category that every ranking includes, even without a popularity score. */
const NEWEST_PER_CATEGORY = 50;

/** The popularity score of an article. */
export interface ArticleScore {
  articleId: string;
  score: number;
}

/** Returns true if the ranking of popular articles for the given day (UTC) is stored. */
export async function isPopularityRankingStored(queries: Queries, day: string): Promise<boolean> {
  return (
    (await queries.$count(
      popularArticles,
      and(eq(popularArticles.day, day), eq(popularArticles.place, 1)),
    )) > 0
  );
}

/**
 * Stores the ranking of popular articles for a day (UTC), sorted by score, highest first. The ranking contains the
 * articles in `scores` and the newest articles of each category. Articles with equal scores are sorted newest first.
 * Keeps the previous day's ranking, because page tokens may refer to it, and deletes older rankings. The caller must
 * ensure that no ranking of this day is stored and that no other process is storing one.
 */
export async function storePopularityRanking(
  transaction: Queries,
  day: string,
  scores: readonly ArticleScore[],
): Promise<void> {
  const newest = sql`
    SELECT newest.id FROM unnest(${sql.param([...CATEGORY_IDS])}::text[]) AS of_category (id)
    CROSS JOIN LATERAL (
      SELECT ${articles.id} FROM ${articles}
      WHERE ${articles.category} = of_category.id AND ${publishedByActiveAuthorCondition}
      ORDER BY ${sql.join(newestFirstOrder, sql`, `)} LIMIT ${NEWEST_PER_CATEGORY}
    ) AS newest`;
  await transaction.execute(sql`
    WITH scored AS MATERIALIZED (
      SELECT "articleId" AS id, score
      FROM jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) AS row ("articleId" uuid, score int)
    ), candidate AS MATERIALIZED (SELECT id FROM scored UNION ${newest})
    INSERT INTO ${popularArticles} (day, place, article_id)
    SELECT ${day}, row_number() OVER (ORDER BY coalesce(score, 0) DESC, ${sql.join(newestFirstOrder, sql`, `)}), ${articles.id}
    FROM candidate JOIN ${articles} ON ${articles.id} = candidate.id
    LEFT JOIN scored ON scored.id = candidate.id
    WHERE ${publishedByActiveAuthorCondition}`);
  await transaction.delete(popularArticles).where(lt(popularArticles.day, sql`${day}::date - 1`));
}

/** The category and subcategory by which a list is filtered. A filter that is `undefined` matches all articles. */
interface CategoryFilters {
  category?: string | undefined;
  subcategory?: string | undefined;
}

/**
 * Returns a page of the latest ranking of popular articles. A page token contains a day and a position in the ranking
 * of that day. If a new ranking is stored between two requests, the second request still reads the old one, so no
 * article is skipped or repeated. Throws {@link InvalidRequestError} if the ranking of that day was deleted.
 */
export async function listPopularArticles(
  queries: Queries,
  filters: CategoryFilters,
  limit: number,
  token?: string,
): Promise<ArticleListPage> {
  const cursor = token ? decodeToken(filters, token) : undefined;
  const day = cursor?.day ?? (await findLatestPopularityRankingDay(queries));
  if (!day) return { metas: [], nextToken: null };
  if (cursor && !(await isPopularityRankingStored(queries, day)))
    throw new InvalidRequestError('This nextToken is outdated. Start again without one.');
  const rows = await queries
    .select({ ...articleMetaColumns, place: popularArticles.place })
    .from(popularArticles)
    .innerJoin(articles, eq(articles.id, popularArticles.articleId))
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(
      and(
        eq(popularArticles.day, day),
        cursor ? gt(popularArticles.place, cursor.place) : undefined,
        isInCategory(filters),
      ),
    )
    .orderBy(popularArticles.place)
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(
    rows,
    limit,
    createTokenContext(filters),
    ({ place }) => [day, place],
  );
  return { metas: page.map(toArticleMeta), nextToken };
}

/**
 * Throws {@link InvalidRequestError} if {@link listPopularArticles} could not have returned the page token. Without
 * this check, clients that invent tokens could fill the cache.
 */
export async function requireValidPopularListToken(
  queries: Queries,
  filters: CategoryFilters,
  token: string,
): Promise<void> {
  const { day, place } = decodeToken(filters, token);
  const rows = await queries
    .select({ place: popularArticles.place })
    .from(popularArticles)
    .innerJoin(articles, eq(articles.id, popularArticles.articleId))
    .where(
      and(eq(popularArticles.day, day), eq(popularArticles.place, place), isInCategory(filters)),
    );
  if (!rows.length || encodePageToken(createTokenContext(filters), [day, place]) !== token)
    throw new InvalidRequestError('This list has no page that starts at this nextToken.');
}

function isInCategory({ category, subcategory }: CategoryFilters) {
  return and(
    publishedByActiveAuthorCondition,
    category ? eq(articles.category, category) : undefined,
    subcategory ? eq(articles.subcategory, subcategory) : undefined,
  );
}

/** Returns the latest day (UTC) for which a ranking of popular articles is stored, or `undefined` if there is none. */
export async function findLatestPopularityRankingDay(
  queries: Queries,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ day: popularArticles.day })
    .from(popularArticles)
    .orderBy(desc(popularArticles.day))
    .limit(1);
  return row?.day;
}

/**
 * Schema of the data in a page token: a day, and a position in the ranking of that day. Rejects values that PostgreSQL
 * cannot store.
 */
const keySchema = z.tuple([z.iso.date().regex(/^(?!0000)/), z.int32()]);

function decodeToken(filters: CategoryFilters, token: string): { day: string; place: number } {
  const [day, place] = decodePageToken(createTokenContext(filters), token, keySchema);
  return { day, place };
}

function createTokenContext({ category = '', subcategory = '' }: CategoryFilters): string {
  return `popular ${category} ${subcategory}`;
}
