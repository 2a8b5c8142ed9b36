import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { escapeHtml } from '#domain/escape-html.ts';
import { createUuidSchema } from '#domain/ids.ts';
import type { SearchCorrection } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  timestampKeyPartSchema,
} from '#server/platform/db/page-token.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { getSqlState } from '#server/platform/db/sql-state.ts';
import { BusyError } from '#server/platform/errors.ts';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import {
  createNewestMatchesByIndexSql,
  createNewestMatchesOfFrequentWordSql,
  findColumnsWithManyMatches,
  type SearchColumn,
} from './frequent-matches.ts';
import { resolveSearchTerms, type SearchTerm, toTsquery } from './terms.ts';

/** An article that matches a search query. */
export interface SearchHit {
  articleId: string;
  /** An excerpt of the article as HTML. Matching words are in `<mark>` elements, and all other text is escaped. */
  snippet: string;
}

export interface SearchHitPage {
  hits: SearchHit[];
  nextToken: string | null;
  /** Words of the query that occur in no article, with the similar words that were searched for instead. */
  corrections: SearchCorrection[];
}

/**
 * Maximum number of matches that are ranked in each of the columns `title`, `head` and `document`. If there are more
 * matches, only the newest are ranked. This limit keeps queries for frequent words fast in a large library.
 */
const RANKED_PER_KIND = 100;
/**
 * Weights for PostgreSQL's `ts_rank`, in ascending order: for matches in the article's text, in its summary and
 * category, in its tagline and keywords, and in its title and author.
 */
const WEIGHTS = '{0.1, 0.3, 0.6, 1}';
/** Factor that converts a rank to an integer score. Page tokens contain this score. */
const SCORE_UNIT = 1_000_000;
/**
 * Unicode private-use characters that PostgreSQL puts around matches in a snippet. No article contains them. After the
 * snippet is escaped, they are replaced with HTML tags.
 */
const [MARK_OPEN, MARK_CLOSE] = ['\uE000', '\uE001'];

/**
 * Milliseconds after which PostgreSQL cancels a search statement. A search normally takes a small fraction of this
 * time.
 */
const STATEMENT_TIMEOUT = 3000;
/** The SQLSTATE code of a statement that was canceled. */
const QUERY_CANCELED = '57014';

/** Determines how many of a query's words an article must contain: `all` of them, or `any` of them (at least one). */
type MatchMode = 'all' | 'any';

/**
 * Schema of the data in a page token. The data consists of the score, publication time and ID of the page's last
 * article, the time at which the first page was requested, and the match mode.
 */
const tokenSchema = z.tuple([
  z.int32(),
  timestampKeyPartSchema,
  createUuidSchema(),
  timestampKeyPartSchema,
  z.enum(['all', 'any']),
]);

type Cursor = z.infer<typeof tokenSchema>;

/** Options of {@link searchArticles}. */
interface SearchOptions {
  /** The token of the requested page. Undefined for the first page. */
  token?: string | undefined;
  /**
   * If false, misspelled words are searched for as typed. Correcting a word takes as long as the rest of the search.
   */
  correctsSpelling?: boolean;
}

/**
 * Finds up to 300 published articles that contain every word of `query`. Words are matched by their stems. The last
 * word also matches words that begin with it, and a misspelled word matches the most similar known words. Articles are
 * ranked by the fields in which the words occur, then by date. If no article contains all words, finds articles that
 * contain any of them.
 */
export async function searchArticles(
  queries: Queries,
  query: string,
  limit: number,
  { token, correctsSpelling = true }: SearchOptions = {},
): Promise<SearchHitPage> {
  const words = parseSearchQuery(query);
  const context = `search ${words.join(' ')}`;
  const cursor = token ? decodePageToken(context, token, tokenSchema) : undefined;
  if (!words.length) return { hits: [], nextToken: null, corrections: [] };
  const { rows, matchMode, corrections } = await runBounded(queries, (transaction) =>
    findMatches(transaction, words, limit + 1, cursor, correctsSpelling),
  );
  const { page, nextToken } = createPageFromRows(
    rows,
    limit,
    context,
    ({ score, at, id, asOf }) => [score, at, id, asOf, matchMode],
  );
  return {
    hits: page.map(({ id, snippet }) => ({ articleId: id, snippet: renderSnippet(snippet) })),
    nextToken,
    corrections,
  };
}

/**
 * Finds articles that contain all words. If there are none, finds articles that contain any of the words. The caller
 * must pass a transaction from {@link runBounded}.
 */
async function findMatches(
  transaction: Queries,
  words: readonly string[],
  limit: number,
  cursor: Cursor | undefined,
  correctsSpelling: boolean,
): Promise<{ rows: MatchRow[]; matchMode: MatchMode; corrections: SearchCorrection[] }> {
  const { terms, corrections } = await resolveSearchTerms(transaction, words, correctsSpelling);
  const matchMode: MatchMode = cursor?.[4] ?? 'all';
  const rows = await rankMatches(transaction, terms, matchMode, limit, cursor);
  if (rows.length || cursor || terms.length === 1) return { rows, matchMode, corrections };
  const partialMatches = await rankMatches(transaction, terms, 'any', limit, cursor);
  return { rows: partialMatches, matchMode: 'any', corrections };
}

interface MatchRow {
  id: string;
  /** The publication time in ISO 8601 format. */
  at: string;
  score: number;
  /** An excerpt of the article's text. Null in row number `limit`, which only indicates that there is a next page. */
  snippet: string;
  /**
   * The time at which the first page was requested, in ISO 8601 format. Later pages omit articles that were published
   * after this time.
   */
  asOf: string;
}

async function rankMatches(
  transaction: Queries,
  terms: readonly SearchTerm[],
  matchMode: MatchMode,
  limit: number,
  cursor: Cursor | undefined,
): Promise<MatchRow[]> {
  const parts = terms.map(toTsquery);
  const anyTerm = sql.join(parts, sql` || `);
  const tsquery = matchMode === 'all' ? sql.join(parts, sql` && `) : anyTerm;
  const [score, at, id, asOf] = cursor ?? [];
  const until = cursor ? sql`${asOf}::timestamptz` : sql`now()`;
  const frequentColumns = await findColumnsWithManyMatches(transaction, tsquery);
  const selectNewest = (column: SearchColumn, condition = sql`true`) => {
    const select = frequentColumns.has(column)
      ? createNewestMatchesOfFrequentWordSql
      : createNewestMatchesByIndexSql;
    return select({ column, tsquery, until, condition, limit: RANKED_PER_KIND });
  };
  const afterCursor = cursor
    ? sql`WHERE (score, published_at, article_id) < (${score}::int, ${at}::timestamptz, ${id}::uuid)`
    : sql``;
  const bestFirst = sql`ORDER BY score DESC, published_at DESC, article_id DESC`;
  const selectBest = (articleIds: SQL) => sql`
    SELECT * FROM (
      SELECT article_id, published_at,
        (ts_rank(${WEIGHTS}::float4[], head, ${anyTerm}) * ${SCORE_UNIT})::int AS score
      FROM article_search WHERE article_id IN (${articleIds})
    ) AS ranked ${afterCursor} ${bestFirst} LIMIT ${limit}`;
  // In mode `any`, or if the query has one word, articles that match only in the `document` column have a score of 0
  // and come last. Up to a tenth of all articles may be such matches, so the query reads them only if better matches do
  // not fill the page.
  const isNeeded =
    matchMode === 'all' && terms.length > 1
      ? sql`true`
      : sql`(SELECT count(*) FROM within_head WHERE score > 0) < ${limit}`;
  const result = await queryRows<MatchRow>(
    transaction,
    sql`
    WITH within_head AS MATERIALIZED (${selectBest(sql`${selectNewest('title')} UNION ${selectNewest('head')}`)}),
    page AS (
      SELECT *, row_number() OVER (${bestFirst}) AS place
      FROM (SELECT * FROM within_head UNION (${selectBest(selectNewest('document', isNeeded))})) AS matches
      ORDER BY place LIMIT ${limit}
    )
    SELECT article_id AS id, score, to_json(page.published_at)#>>'{}' AS at, to_json(${until})#>>'{}' AS "asOf",
      CASE WHEN place < ${limit} THEN
        ts_headline('english', text, ${anyTerm},
          ${`StartSel=${MARK_OPEN}, StopSel=${MARK_CLOSE}, MaxWords=28, MinWords=18, MaxFragments=1`})
      END AS snippet
    FROM page JOIN article_search USING (article_id)
    ORDER BY place`,
  );
  return result;
}

/**
 * Runs queries with a time limit, and prevents sequential scans. Rejects with {@link BusyError} if the time limit is
 * exceeded.
 *
 * PostgreSQL would choose sequential scans, because its cost estimates do not include loading the text search vectors,
 * which are stored outside of the rows. With 1,000 articles, a sequential scan takes five times as long as the index.
 * With 100,000 articles and a frequent word, it takes half a second.
 */
async function runBounded<Result>(
  queries: Queries,
  run: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  try {
    return await queries.transaction(async (transaction) => {
      await transaction.execute(
        sql`SELECT set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${String(STATEMENT_TIMEOUT)}, true)`,
      );
      return run(transaction);
    });
  } catch (error) {
    if (getSqlState(error) !== QUERY_CANCELED) throw error;
    throw new BusyError(
      'This search is taking too long. Use fewer words, or try again in a moment.',
      1,
    );
  }
}

/** Escapes a snippet for HTML, and puts its matches into `<mark>` elements. */
function renderSnippet(snippet: string): string {
  return escapeHtml(snippet).replaceAll(MARK_OPEN!, '<mark>').replaceAll(MARK_CLOSE!, '</mark>');
}
