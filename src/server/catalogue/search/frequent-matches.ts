import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';

/** The columns of the search index that contain text search vectors (`tsvector`). */
export type SearchColumn = 'title' | 'head' | 'document';
const COLUMNS: readonly SearchColumn[] = ['title', 'head', 'document'];

/** Number of newest articles that a search for a frequent word reads without using the text index. */
const RECENT_ARTICLES = 5000;
/**
 * A word counts as frequent only if at least this share of all articles matches it. A search ranks the newest 100
 * matches. If this share of all articles matches, the newest {@link RECENT_ARTICLES} articles probably contain 100
 * matches.
 */
const FREQUENT_SHARE = 0.02;
/**
 * A word counts as frequent only if at least this many articles match it. For a frequent word, searching the newest
 * articles first is faster. For other words, reading all matches from the text index is faster. With 100,000 articles,
 * reading 10,000 matches took 20 ms, and reading 80,000 matches took 159 ms. Searching the newest articles took 27 to
 * 55 ms.
 */
const FREQUENT_MATCHES = 20_000;

/** Parameters of a query for the newest articles whose text search vector in `column` matches `tsquery`. */
interface NewestMatches {
  column: SearchColumn;
  tsquery: SQL;
  /** The time at which the first page of results was requested. Articles that were published later are excluded. */
  until: SQL;
  /** An SQL condition. If it is false, the query returns no rows, without reading any articles. */
  condition: SQL;
  limit: number;
}

/**
 * Returns the columns in which so many articles match `tsquery` that reading all matches would be slow. The PostgreSQL
 * planner estimates the number of matches from its statistics about the most common words.
 */
export async function findColumnsWithManyMatches(
  transaction: Queries,
  tsquery: SQL,
): Promise<ReadonlySet<SearchColumn>> {
  const parts = COLUMNS.map(
    (column) => sql`SELECT FROM article_search WHERE ${sql.identifier(column)} @@ (${tsquery})`,
  );
  const [row] = await queryRows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
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
 * Returns a query that finds the IDs of the newest matches with the text index. The query reads all matches and then
 * sorts them. Without `OFFSET 0`, the planner would instead check the articles one by one, newest first, because it
 * does not know that loading a text search vector is slow.
 */
export function createNewestMatchesByIndexSql({
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
 * Returns a query for the IDs of the newest articles that match a frequent word. The query reads the newest
 * {@link RECENT_ARTICLES} articles. It uses the text index only if they contain too few matches.
 */
export function createNewestMatchesOfFrequentWordSql(search: NewestMatches): SQL {
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
    UNION ALL ${createNewestMatchesByIndexSql({ ...search, condition: sql`${condition} AND NOT (${isFull})` })})`;
}
