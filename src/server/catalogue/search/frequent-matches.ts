import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';

/** The columns of the search index that contain text search vectors. */
export type SearchColumn = 'title' | 'head' | 'document';
const COLUMNS: readonly SearchColumn[] = ['title', 'head', 'document'];

/** How many of the newest articles are searched for a frequent word without the text index. */
const RECENT_ARTICLES = 5000;
/**
 * A word is frequent only if at least this share of the articles match it. At this share, the newest
 * {@link RECENT_ARTICLES} articles probably contain the 100 matches that are ranked.
 */
const FREQUENT_SHARE = 0.02;
/**
 * Minimum number of matching articles that makes a word frequent. A search for a frequent word looks only through the
 * newest articles. For other words, reading all matches through the text index is faster. With 100,000 articles, reading
 * 10,000 matches took 20 ms and reading 80,000 took 159 ms; searching the newest articles took 27 to 55 ms.
 */
const FREQUENT_MATCHES = 20_000;

/** A search for the newest articles whose text search vector in `column` matches `tsquery`. */
interface NewestMatches {
  column: SearchColumn;
  tsquery: SQL;
  /** Time of the search. Articles published later are excluded. */
  until: SQL;
  /** SQL condition that is true if the search is necessary. */
  condition: SQL;
  limit: number;
}

/**
 * Returns the columns in which the query matches so many articles that it takes long to read all matches. The number of
 * matches is the planner's estimate, which is based on statistics about the most common words.
 */
export async function findColumnsWithManyMatches(
  transaction: Queries,
  tsquery: SQL,
): Promise<ReadonlySet<SearchColumn>> {
  const parts = COLUMNS.map(
    (column) => sql`SELECT FROM article_search WHERE ${sql.identifier(column)} @@ (${tsquery})`,
  );
  const [row] = await executeRows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    transaction,
    sql`EXPLAIN (FORMAT JSON) ${sql.join([...parts, sql`SELECT FROM article_search`], sql` UNION ALL `)}`,
  );
  const estimates = row!['QUERY PLAN'][0].Plan.Plans!.map((plan) => plan['Plan Rows']);
  const total = estimates.at(-1)!;
  const minimum = Math.max(FREQUENT_MATCHES, FREQUENT_SHARE * total);
  return new Set(COLUMNS.filter((_, at) => estimates[at]! >= minimum));
}

interface PlanNode {
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/**
 * Returns a query for the IDs of the newest matches, found with the text index. The query reads all matches and then
 * sorts them. Without `OFFSET 0`, the planner would read the articles in the order of their dates instead, since it
 * does not know how long it takes to load a vector.
 */
export function selectNewestMatchesByIndex({
  column,
  tsquery,
  until,
  condition,
  limit,
}: NewestMatches): SQL {
  return sql`(SELECT article_id FROM (
    SELECT article_id, published_at FROM article_search
    WHERE ${sql.identifier(column)} @@ (${tsquery}) AND published_at <= ${until} AND ${condition} OFFSET 0
  ) AS matches ORDER BY published_at DESC, article_id DESC LIMIT ${limit})`;
}

/**
 * Returns a query for the IDs of the newest matches of a frequent word. The query reads the newest
 * {@link RECENT_ARTICLES} articles, and uses the text index only if these do not contain enough matches.
 */
export function selectNewestMatchesOfFrequentWord(search: NewestMatches): SQL {
  const { column, tsquery, until, condition, limit } = search;
  const isFull = sql`(SELECT count(*) FROM recent) = ${limit}`;
  return sql`(
    WITH recent AS MATERIALIZED (
      SELECT article_id FROM (
        SELECT article_id, published_at, ${sql.identifier(column)} AS vector FROM article_search
        WHERE published_at <= ${until} ORDER BY published_at DESC, article_id DESC LIMIT ${RECENT_ARTICLES}
      ) AS newest
      WHERE vector @@ (${tsquery}) AND ${condition}
      ORDER BY published_at DESC, article_id DESC LIMIT ${limit}
    )
    SELECT article_id FROM recent WHERE ${isFull}
    UNION ALL ${selectNewestMatchesByIndex({ ...search, condition: sql`${condition} AND NOT (${isFull})` })})`;
}
