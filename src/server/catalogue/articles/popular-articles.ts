import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { decodePageToken, encodePageToken, splitPage } from '#server/platform/db/page-token.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import {
  type ArticleListPage,
  articleMetaColumns,
  newestFirstOrder,
  publishedByActiveAuthorCondition,
  toArticleMeta,
} from './article-metas.ts';
import { articles, popularArticles } from './schema.ts';

/** How many of the newest articles of each category are part of a ranking even if they have no score. */
const NEWEST_PER_CATEGORY = 50;

/** The popularity of an article. */
export interface ArticleScore {
  articleId: string;
  score: number;
}

/** Returns true if a ranking of popular articles is stored for the given UTC day. */
export async function isPopularityRanked(queries: Queries, day: string): Promise<boolean> {
  return (
    (await queries.$count(
      popularArticles,
      and(eq(popularArticles.day, day), eq(popularArticles.place, 1)),
    )) > 0
  );
}

/**
 * Stores the ranking of popular articles for a UTC day. The ranking contains the articles in `scores` and the newest
 * articles of each category, sorted by descending score. Articles with equal scores are sorted newest first. Keeps the
 * ranking of the day before for page tokens, and deletes earlier rankings. The caller ensures that the day is not
 * ranked yet and that no other process is ranking it.
 */
export async function storePopularArticles(
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

/** The category and subcategory of a list. A filter that is `undefined` matches all articles. */
interface CategoryFilters {
  category?: string | undefined;
  subcategory?: string | undefined;
}

/**
 * Returns a page of the latest ranking of popular articles. A page token contains a day and a position in that day's
 * ranking, so no article is skipped or repeated if the next day is ranked between two requests. Throws
 * {@link InvalidRequestError} if the ranking of the token's day was deleted.
 */
export async function listPopularArticles(
  queries: Queries,
  filters: CategoryFilters,
  limit: number,
  token?: string,
): Promise<ArticleListPage> {
  const cursor = token ? decodeToken(filters, token) : undefined;
  const day = cursor?.day ?? (await findLatestRankedDay(queries));
  if (!day) return { metas: [], nextToken: null };
  if (cursor && !(await isPopularityRanked(queries, day)))
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
  const { page, nextToken } = splitPage(rows, limit, createTokenContext(filters), ({ place }) => [
    day,
    place,
  ]);
  return { metas: page.map(toArticleMeta), nextToken };
}

/**
 * Throws {@link InvalidRequestError} unless {@link listPopularArticles} could have issued the page token. See
 * `requireValidArticleListToken` for the reason.
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

/** Returns the last UTC day for which a ranking of popular articles is stored, or `undefined` if there is none. */
export async function findLatestRankedDay(queries: Queries): Promise<string | undefined> {
  const [row] = await queries
    .select({ day: popularArticles.day })
    .from(popularArticles)
    .orderBy(desc(popularArticles.day))
    .limit(1);
  return row?.day;
}

/**
 * Schema of the sort key in a page token: the day and the position in its ranking. Rejects values that are out of range
 * for PostgreSQL.
 */
const keySchema = z.tuple([z.iso.date().regex(/^(?!0000)/), z.int32()]);

function decodeToken(filters: CategoryFilters, token: string): { day: string; place: number } {
  const [day, place] = decodePageToken(createTokenContext(filters), token, keySchema);
  return { day, place };
}

function createTokenContext({ category = '', subcategory = '' }: CategoryFilters): string {
  return `popular ${category} ${subcategory}`;
}
