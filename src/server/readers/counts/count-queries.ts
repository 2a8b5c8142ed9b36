import { type SQL, sql } from 'drizzle-orm';
import {
  type ArticleFigureSortColumn,
  COMPLETION_RATES,
  type FigureColumnKey,
  type FigureRange,
  isCompletionRateKey,
  METRIC_KEYS,
  type MetricTotals,
  MIN_STARTS_FOR_RATE,
} from '#domain/studio/figures.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { completionRateOrNegativeSql, completionRateSql, toStoredMetricName } from './schema.ts';

/*
 * Queries for articles' figures, which are their counts of reads, listens and reactions. The queries read only the
 * counts that a job precomputes (`tally.ts`), never the rows of individual reads and reactions. Days are in UTC, in the
 * format `YYYY-MM-DD`.
 */

/** The article, author or category whose counts a query returns. If no field is set, the query counts all articles. */
export interface FigureScope {
  authorId?: string | undefined;
  category?: string | undefined;
  /** ID of an article. If it is set, `authorId` and `category` are ignored. */
  articleId?: string | undefined;
}

/**
 * Returns the counts of reads, listens and reactions for each day since `from`, in a map keyed by day. Omits days that
 * have no counts.
 */
export async function sumFiguresByDay(
  queries: Queries,
  from: string,
  { authorId, category, articleId }: FigureScope = {},
): Promise<ReadonlyMap<string, MetricTotals>> {
  const isOfCategory = category ? sql` AND category = ${category}` : sql``;
  const selection = articleId
    ? sql`SELECT day::text AS key, ${METRIC_SUMS_BY_KIND} FROM article_counts WHERE article_id = ${articleId}`
    : authorId
      ? sql`SELECT day::text AS key, ${METRIC_SUMS} FROM shelf_days WHERE author_id = ${authorId}${isOfCategory}`
      : sql`SELECT day::text AS key, ${METRIC_SUMS} FROM category_days WHERE true${isOfCategory}`;
  return readTotalsByKey(queries, sql`${selection} AND day >= ${from} GROUP BY day`);
}

/**
 * Returns the counts of reads, listens and reactions since `from` for each category, in a map keyed by category ID.
 * Omits categories that have no counts.
 */
export async function sumFiguresByCategory(
  queries: Queries,
  from: string,
): Promise<ReadonlyMap<string, MetricTotals>> {
  return readTotalsByKey(
    queries,
    sql`SELECT category AS key, ${METRIC_SUMS} FROM category_days WHERE day >= ${from} GROUP BY category`,
  );
}

/**
 * Returns the first `limit` articles in the given order, with their counts of reads, listens and reactions. When
 * ordering by a count, omits articles whose count is 0. When ordering by completion rate, omits articles with fewer
 * than {@link MIN_STARTS_FOR_RATE} started reads or listens.
 */
export async function rankArticles(
  queries: Queries,
  range: FigureRange,
  order: ArticleFigureSortColumn,
  limit: number,
): Promise<({ articleId: string } & MetricTotals)[]> {
  const [isRanked, sortOrder] = isCompletionRateKey(order)
    ? [
        sql.raw(`${COMPLETION_RATES[order].startedMetric} >= ${MIN_STARTS_FOR_RATE}`),
        sql`(${completionRateSql(order)}) DESC, ${sql.raw(COMPLETION_RATES[order].finishedMetric)} DESC`,
      ]
    : [sql.raw(`${toStoredMetricName(order)} > 0`), sql.raw(`${toStoredMetricName(order)} DESC`)];
  return queryRows(
    queries,
    sql`
    SELECT article_id AS "articleId", ${METRIC_COLUMNS} FROM article_ranges
    WHERE range = ${range} AND ${isRanked} ORDER BY ${sortOrder}, article_id LIMIT ${limit}`,
  );
}

export type RankedAuthor = {
  authorId: string;
  followers: number;
  /** The value by which the author is ranked. */
  sortValue: number;
} & MetricTotals;

/** Sort key of the last author on a page of ranked authors. The next page starts after this author. */
export type AuthorRankCursor = Pick<RankedAuthor, 'sortValue' | 'read' | 'authorId'>;

/**
 * Returns up to `limit` authors in the given order, highest value first, with their counts of reads, listens, reactions
 * and followers. If `after` is given, starts after that author. Authors with equal values are sorted by reads. Omits
 * authors that have no row for the range in `author_ranges`, and authors that have neither counts in the range nor
 * followers.
 */
export async function rankAuthors(
  queries: Queries,
  range: FigureRange,
  order: FigureColumnKey,
  limit: number,
  after?: AuthorRankCursor,
): Promise<RankedAuthor[]> {
  const sortColumn: SQL = isCompletionRateKey(order)
    ? sql`(${completionRateOrNegativeSql(order)})`
    : sql.raw(toStoredMetricName(order));
  const isAfter = after
    ? sql` AND (${sortColumn}, read, author_id) < (${after.sortValue}::float8, ${after.read}::int, ${after.authorId}::uuid)`
    : sql``;
  return queryRows(
    queries,
    sql`
    SELECT author_id AS "authorId", ${sortColumn} AS "sortValue", ${METRIC_COLUMNS}, followers
    FROM author_ranges CROSS JOIN LATERAL (
      SELECT coalesce(max(whole.follows), 0) AS followers FROM author_ranges AS whole
      WHERE whole.range = 0 AND whole.author_id = author_ranges.author_id) AS follower
    WHERE range = ${range}${isAfter} AND (followers > 0 OR ${HAS_FIGURES})
    ORDER BY ${sortColumn} DESC, read DESC, author_id DESC LIMIT ${limit}`,
  );
}

async function readTotalsByKey(
  queries: Queries,
  query: SQL,
): Promise<ReadonlyMap<string, MetricTotals>> {
  const rows = await queryRows<{ key: string } & MetricTotals>(queries, query);
  return new Map(rows.map(({ key, ...figures }) => [key, figures as MetricTotals]));
}

/** Returns a list of SQL columns, one per metric, each named after its metric. */
const selectMetrics = (toSql: (column: string) => string) =>
  sql.raw(
    METRIC_KEYS.map((metric) => `${toSql(toStoredMetricName(metric))} AS "${metric}"`).join(', '),
  );
const METRIC_COLUMNS = selectMetrics((column) => column);
const METRIC_SUMS = selectMetrics((column) => `sum(${column})::int`);
const METRIC_SUMS_BY_KIND = selectMetrics(
  (column) => `coalesce(sum(count) FILTER (WHERE kind = '${column}'), 0)::int`,
);
const HAS_FIGURES = sql.raw(
  METRIC_KEYS.map((metric) => `${toStoredMetricName(metric)} > 0`).join(' OR '),
);
