import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { escapeHtml } from '#domain/escape-html.ts';
import { uuid } from '#domain/ids.ts';
import type { Correction } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { decodePageToken, momentPart, pageOf } from '#server/platform/db/page-token.ts';
import { sqlStateOf } from '#server/platform/db/sql-state.ts';
import { BusyError } from '#server/platform/errors.ts';
import { resolveSearchTerms, type SearchTerm, toTsquery } from './terms.ts';
import { parseQuery } from './words.ts';

/** An article a search found, best first. */
export interface SearchHit {
  articleId: string;
  /** HTML: the part of the text that matched, with `<mark>`; everything else is escaped. */
  snippet: string;
}

export interface SearchHitPage {
  hits: SearchHit[];
  nextToken: string | null;
  /** Words of the query no article has, and what was looked for beside them. */
  corrections: Correction[];
}

/**
 * The newest so many matches of each kind (title, head, anywhere) are ranked. So a word that a tenth of a
 * large library has costs no more than one a small library has.
 */
const RANKED_PER_KIND = 100;
/** Of the head's parts, weakest first (`ts_rank`): unweighted, summary, tagline, title and author. */
const WEIGHTS = '{0.1, 0.3, 0.6, 1}';
/** A score is a whole number, so that a cursor can carry it. */
const SCORE_UNIT = 1_000_000;
/** Private-use characters no text has: they become tags after everything else is escaped. */
const [MARK_OPEN, MARK_CLOSE] = ['\uE000', '\uE001'];

/** Milliseconds a statement of a search may take, where the server can stop it: many times what any needs. */
const STATEMENT_TIMEOUT = 3000;
/** What PostgreSQL says when it has. */
const QUERY_CANCELED = '57014';

/** Whether an article must have all the words of a query, or some. */
type MatchMode = 'all' | 'any';

/** Score, moment and id of the last hit shown, the moment of the first page, and what was needed. */
const tokenShape = z.tuple([z.int32(), momentPart, uuid(), momentPart, z.enum(['all', 'any'])]);

type Cursor = z.infer<typeof tokenShape>;

/**
 * Finds published articles: every word of `query` must occur (as a stem, the last one also as the beginning
 * of a word, a misspelt one as the nearest words there are). Best first: by where the words occur, then
 * newest. When nothing has every word, what has some of them is found. At most 300 are found.
 */
export async function searchArticles(
  queries: Queries,
  query: string,
  limit: number,
  token?: string,
): Promise<SearchHitPage> {
  const words = parseQuery(query);
  const context = `search ${words.join(' ')}`;
  const cursor = token ? decodePageToken(context, token, tokenShape) : undefined;
  if (!words.length) return { hits: [], nextToken: null, corrections: [] };
  const {
    rows,
    need: matchMode,
    corrections,
  } = await runBounded(queries, (transaction) =>
    findMatches(transaction, words, limit + 1, cursor),
  );
  const { page, nextToken } = pageOf(rows, limit, context, ({ score, at, id, asOf }) => [
    score,
    at,
    id,
    asOf,
    matchMode,
  ]);
  return {
    hits: page.map(({ id, snippet }) => ({ articleId: id, snippet: renderSnippet(snippet) })),
    nextToken,
    corrections,
  };
}

/**
 * Looks for what has all the words and, when there is nothing, on the first page, for what has some. In a transaction
 * of {@link runBounded}.
 */
async function findMatches(
  transaction: Queries,
  words: readonly string[],
  limit: number,
  cursor: Cursor | undefined,
): Promise<{ rows: MatchRow[]; need: MatchMode; corrections: Correction[] }> {
  const { terms, corrections } = await resolveSearchTerms(transaction, words);
  const matchMode: MatchMode = cursor?.[4] ?? 'all';
  const rows = await rankMatches(transaction, terms, matchMode, limit, cursor);
  if (rows.length || cursor || terms.length === 1) return { rows, need: matchMode, corrections };
  const some = await rankMatches(transaction, terms, 'any', limit, cursor);
  return { rows: some, need: 'any', corrections };
}

interface MatchRow {
  id: string;
  /** ISO 8601. */
  at: string;
  score: number;
  /** Missing from the last row when there are as many as were asked for: that one only tells there is more. */
  snippet: string;
  /** Articles newer than this are left out of the pages that follow. */
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
  const any = sql.join(parts, sql` || `);
  const tsquery = matchMode === 'all' ? sql.join(parts, sql` && `) : any;
  const [score, at, id, asOf] = cursor ?? [];
  const until = cursor ? sql`${asOf}::timestamptz` : sql`now()`;
  const newest = (column: string, condition = sql`true`) => sql`
    (SELECT article_id FROM article_search
      WHERE ${sql.identifier(column)} @@ (${tsquery}) AND published_at <= ${until} AND ${condition}
      ORDER BY published_at DESC, article_id DESC LIMIT ${RANKED_PER_KIND})`;
  const beyond = cursor
    ? sql`WHERE (score, published_at, article_id) < (${score}::int, ${at}::timestamptz, ${id}::uuid)`
    : sql``;
  const bestFirst = sql`ORDER BY score DESC, published_at DESC, article_id DESC`;
  const bestOf = (articleIds: SQL) => sql`
    SELECT * FROM (
      SELECT article_id, published_at,
        (ts_rank(${WEIGHTS}::float4[], head, ${any}) * ${SCORE_UNIT})::int AS score
      FROM article_search WHERE article_id IN (${articleIds})
    ) AS ranked ${beyond} ${bestFirst} LIMIT ${limit}`;
  // Where any word will do, a match outside the head has a score of 0, and comes after all those that have
  // one: looking for it, in what may be a tenth of the library, can wait until those do not fill the page.
  const isNeeded =
    matchMode === 'all' && terms.length > 1
      ? sql`true`
      : sql`(SELECT count(*) FROM within_head WHERE score > 0) < ${limit}`;
  const result = await executeRows<MatchRow>(
    transaction,
    sql`
    WITH within_head AS MATERIALIZED (${bestOf(sql`${newest('title')} UNION ${newest('head')}`)}),
    page AS (
      SELECT *, row_number() OVER (${bestFirst}) AS place
      FROM (SELECT * FROM within_head UNION (${bestOf(newest('document', isNeeded))})) AS matches
      ORDER BY place LIMIT ${limit}
    )
    SELECT article_id AS id, score, to_json(page.published_at)#>>'{}' AS at, to_json(${until})#>>'{}' AS "asOf",
      CASE WHEN place < ${limit} THEN
        ts_headline('english', text, ${any},
          ${`StartSel=${MARK_OPEN}, StopSel=${MARK_CLOSE}, MaxWords=28, MinWords=18, MaxFragments=1`})
      END AS snippet
    FROM page JOIN article_search USING (article_id)
    ORDER BY place`,
  );
  return result;
}

/**
 * Runs queries that read no table from end to end, and end in time. Rejects with {@link BusyError} when they do not.
 *
 * The planner counts the pages of the narrow rows, not those of the vectors beside them, and would rather look at
 * every vector there is than use an index: on 1,000 articles that takes five times as long, on 100,000 with a frequent
 * word, half a second.
 */
async function runBounded<Found>(
  queries: Queries,
  find: (transaction: Queries) => Promise<Found>,
): Promise<Found> {
  try {
    return await queries.transaction(async (transaction) => {
      await transaction.execute(
        sql`SELECT set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${String(STATEMENT_TIMEOUT)}, true)`,
      );
      return find(transaction);
    });
  } catch (error) {
    if (sqlStateOf(error) !== QUERY_CANCELED) throw error;
    throw new BusyError(
      'This search is taking too long. Use fewer words, or try again in a moment.',
      1,
    );
  }
}

/** Escapes a snippet, and marks the words found in it. */
function renderSnippet(snippet: string): string {
  return escapeHtml(snippet).replaceAll(MARK_OPEN!, '<mark>').replaceAll(MARK_CLOSE!, '</mark>');
}
