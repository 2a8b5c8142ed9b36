import { type SQL, sql } from 'drizzle-orm';
import { COUNTED_EVENT_KINDS } from '#domain/counts.ts';
import { FIGURE_RANGE_LENGTHS_IN_DAYS, METRIC_KEYS } from '#domain/studio/figures.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { articleAuthorsAndCategoriesSubquery } from '#server/catalogue/articles/joins.ts';
import { authorCategoriesSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { rankAndStorePopularArticles } from './popular-articles.ts';
import { toStoredMetricName } from './schema.ts';

/**
 * A number to add to a count. `articleId` is null if only counts of authors and categories change. This is the case for
 * follows and for articles that were moved to another author or category.
 */
interface Delta {
  articleId: string | null;
  authorId: string;
  category: string;
  day: string;
  kind: string;
  count: number;
}

/**
 * Adds up to `limit` receipts, and up to `limit` changes to readers' reactions, to all count tables. Returns the number
 * of added receipts and changes.
 *
 * All changes are made in one transaction, so that each receipt and each change counts exactly once even if a process
 * crashes. A lock ensures that only one process at a time changes the counts.
 */
export async function tallyBatchOfChanges(queries: Queries, limit: number): Promise<number> {
  return queries.transaction(async (transaction) => {
    await lockCounts(transaction);
    const lastDay = await ensureRanges(transaction);
    const { changeCount, deltas } = await consumeChanges(transaction, limit);
    if (deltas.length) await applyDeltas(transaction, deltas, lastDay);
    return changeCount;
  });
}

/** Locks the counts until the transaction ends. Waits if another process has locked them. */
export async function lockCounts(transaction: Queries): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('counts', 0))`);
}

/**
 * Marks up to `limit` receipts as tallied. Deletes up to `limit` rows of the table `reaction_changes`, and all rows of
 * `category_moves`. Returns the resulting changes to the counts, and the number of receipts and reaction changes. A
 * single statement does all of this and reads the current authors and categories, so that it uses an article's new
 * category if and only if it also processes the article's move.
 */
async function consumeChanges(transaction: Queries, limit: number) {
  const authorAndCategory = articleAuthorsAndCategoriesSubquery;
  const [row] = await queryRows<{ changeCount: number; deltas: Delta[] }>(
    transaction,
    sql`
    WITH waiting AS (
      SELECT visit, kind FROM count_receipts WHERE NOT is_tallied LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), receipt AS (
      UPDATE count_receipts SET is_tallied = true FROM waiting
      WHERE count_receipts.visit = waiting.visit AND count_receipts.kind = waiting.kind
      RETURNING count_receipts.article_id, count_receipts.day, count_receipts.kind
    ), change AS (
      DELETE FROM reaction_changes WHERE id IN (SELECT id FROM reaction_changes ORDER BY id LIMIT ${limit})
      RETURNING *
    ), move AS (
      DELETE FROM category_moves RETURNING *
    ), first_move AS (
      SELECT DISTINCT ON (article_id) article_id, author_id, category FROM move
      WHERE article_id IS NOT NULL ORDER BY article_id, id
    ), delta AS (
      SELECT article_id, NULL::uuid AS author_id, NULL AS category, day, kind, 1 AS count FROM receipt
      UNION ALL SELECT article_id, author_id, NULL, day, kind, amount FROM change
    ), shelved AS (
      SELECT delta.article_id, ${authorAndCategory.authorId} AS author_id, ${authorAndCategory.category} AS category, day, kind, count
      FROM delta JOIN ${authorAndCategory} ON ${authorAndCategory.id} = delta.article_id
      UNION ALL
      SELECT NULL, delta.author_id, ${authorCategoriesSubquery.category}, day, kind, count
      FROM delta JOIN ${authorCategoriesSubquery} ON ${authorCategoriesSubquery.id} = delta.author_id
      UNION ALL
      SELECT NULL, side.author_id, side.category, day, kind, side.sign * count
      FROM first_move JOIN ${authorAndCategory} ON ${authorAndCategory.id} = first_move.article_id
      JOIN article_counts ON article_counts.article_id = first_move.article_id AND kind NOT IN (${RECEIPT_KINDS})
      CROSS JOIN LATERAL (VALUES (first_move.author_id, first_move.category, -1),
        (${authorAndCategory.authorId}, ${authorAndCategory.category}, 1)) AS side (author_id, category, sign)
      UNION ALL
      SELECT NULL, shelf_days.author_id, side.category, day, 'follows', side.sign * follows
      FROM (SELECT DISTINCT author_id FROM move WHERE article_id IS NULL) AS moved
      JOIN ${authorCategoriesSubquery} ON ${authorCategoriesSubquery.id} = moved.author_id
      JOIN shelf_days ON shelf_days.author_id = moved.author_id
        AND shelf_days.category <> ${authorCategoriesSubquery.category} AND follows <> 0
      CROSS JOIN LATERAL (VALUES (shelf_days.category, -1), (${authorCategoriesSubquery.category}, 1)) AS side (category, sign)
    ), summed AS (
      SELECT article_id AS "articleId", author_id AS "authorId", category, day, kind, sum(count)::int AS count
      FROM shelved GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0
    )
    SELECT (SELECT count(*) FROM delta)::int AS "changeCount",
      (SELECT coalesce(jsonb_agg(to_jsonb(summed)), '[]') FROM summed) AS deltas`,
  );
  return row!;
}

async function applyDeltas(transaction: Queries, deltas: readonly Delta[], lastDay: string) {
  await transaction.execute(sql`
    WITH delta AS MATERIALIZED (
      SELECT "articleId" AS article_id, "authorId" AS author_id, category, day, kind, count
      FROM jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb)
        AS row ("articleId" uuid, "authorId" uuid, category text, day date, kind text, count int)
    ), by_article AS (
      INSERT INTO article_counts (article_id, day, kind, count)
      SELECT article_id, day, kind, sum(count) FROM delta WHERE article_id IS NOT NULL GROUP BY 1, 2, 3
      ON CONFLICT (article_id, day, kind) DO UPDATE SET count = article_counts.count + excluded.count
    ), by_week AS (
      INSERT INTO article_weeks (week, article_id, ${METRIC_COLUMN_LIST})
      SELECT date_trunc('week', day)::date, article_id, ${sumByKind()}
      FROM delta WHERE article_id IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (week, article_id) DO UPDATE SET ${createIncrements('article_weeks')}
    ), by_author AS (
      INSERT INTO shelf_days (day, author_id, category, ${METRIC_COLUMN_LIST})
      SELECT day, author_id, category, ${sumByKind()} FROM delta GROUP BY 1, 2, 3
      ON CONFLICT (day, author_id, category) DO UPDATE SET ${createIncrements('shelf_days')}
    ), by_category AS (
      INSERT INTO category_days (day, category, ${METRIC_COLUMN_LIST})
      SELECT day, category, ${sumByKind()} FROM delta GROUP BY 1, 2
      ON CONFLICT (day, category) DO UPDATE SET ${createIncrements('category_days')}
    ), article_range AS (
      INSERT INTO article_ranges (range, article_id, ${METRIC_COLUMN_LIST})
      SELECT range, article_id, ${sumByKind()}
      FROM delta JOIN ${RANGES} ON day > ${lastDay}::date - range WHERE article_id IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (range, article_id) DO UPDATE SET ${createIncrements('article_ranges')}
    )
    INSERT INTO author_ranges (range, author_id, ${METRIC_COLUMN_LIST})
    SELECT range, author_id, ${sumByKind(sql` AND (range = 0 OR day > ${lastDay}::date - range)`)}
    FROM delta CROSS JOIN (SELECT * FROM ${RANGES} UNION ALL SELECT 0) AS range GROUP BY 1, 2
    ON CONFLICT (range, author_id) DO UPDATE SET ${createIncrements('author_ranges')}`);
}

/**
 * Ensures that the stored ranges of days end today, and returns their last day. The first call on a day recomputes the
 * sums over the ranges and ranks the popular articles. This also repairs sums that a process of an older release did
 * not update during an upgrade.
 */
async function ensureRanges(transaction: Queries): Promise<string> {
  const today = toUtcDay(new Date());
  const [lastRow] = await queryRows<{ day: string }>(
    transaction,
    sql`SELECT day::text FROM ranges_day`,
  );
  // Around midnight, another process may already have recomputed the ranges for the next day, because its clock is
  // ahead.
  if (lastRow && lastRow.day >= today) return lastRow.day;
  await rebuildCategories(transaction, today);
  await forEachChunk(transaction, 'articles', 10_000, (chunk) =>
    rebuildArticleRanges(transaction, chunk, today),
  );
  await forEachChunk(transaction, 'authors', 500, (chunk) =>
    rebuildAuthorRanges(transaction, chunk, today),
  );
  await transaction.execute(sql`
    INSERT INTO ranges_day (id, day) VALUES (1, ${today}) ON CONFLICT (id) DO UPDATE SET day = excluded.day`);
  await rankAndStorePopularArticles(transaction, today);
  return today;
}

/** Recomputes the sums by category for all days that the studio shows. */
async function rebuildCategories(transaction: Queries, today: string): Promise<void> {
  const isDayShown = sql`day > ${today}::date - ${2 * Math.max(...FIGURE_RANGE_LENGTHS_IN_DAYS)}::int`;
  await transaction.execute(sql`DELETE FROM category_days WHERE ${isDayShown}`);
  await transaction.execute(sql`
    INSERT INTO category_days (day, category, ${METRIC_COLUMN_LIST})
    SELECT day, category, ${METRIC_SUMS} FROM shelf_days WHERE ${isDayShown} GROUP BY day, category`);
}

/**
 * Recomputes the sums over each range of days for a chunk of articles. Each sum combines the counts of whole weeks and
 * the counts of the days before the first whole week.
 */
async function rebuildArticleRanges(transaction: Queries, chunk: Chunk, today: string) {
  const isInChunk = createChunkCondition(sql`article_id`, chunk);
  await transaction.execute(sql`DELETE FROM article_ranges WHERE ${isInChunk}`);
  for (const range of FIGURE_RANGE_LENGTHS_IN_DAYS) {
    const from = sql`(${today}::date - ${range - 1}::int)`;
    const monday = sql`date_trunc('week', ${from} + 6)::date`;
    await transaction.execute(sql`
      INSERT INTO article_ranges (range, article_id, ${METRIC_COLUMN_LIST})
      SELECT ${range}::int, article_id, ${METRIC_SUMS} FROM (
        SELECT article_id, ${METRIC_COLUMN_LIST} FROM article_weeks WHERE ${isInChunk}
          AND week = ANY(ARRAY(SELECT generate_series(${monday}, ${today}::date, interval '1 week')::date))
        UNION ALL
        SELECT article_id, ${sumByKind()} FROM article_counts WHERE ${isInChunk}
          AND day = ANY(ARRAY(SELECT generate_series(${from}, ${monday} - 1, interval '1 day')::date))
        GROUP BY article_id
      ) AS part GROUP BY article_id`);
  }
}

async function rebuildAuthorRanges(transaction: Queries, chunk: Chunk, today: string) {
  const isInChunk = createChunkCondition(sql`author_id`, chunk);
  await transaction.execute(sql`DELETE FROM author_ranges WHERE ${isInChunk}`);
  await transaction.execute(sql`
    INSERT INTO author_ranges (range, author_id, ${METRIC_COLUMN_LIST})
    SELECT 0, author_id, ${METRIC_SUMS} FROM shelf_days WHERE ${isInChunk} GROUP BY author_id`);
  for (const range of FIGURE_RANGE_LENGTHS_IN_DAYS)
    await transaction.execute(sql`
      INSERT INTO author_ranges (range, author_id, ${METRIC_COLUMN_LIST})
      SELECT ${range}::int, author_id, ${METRIC_SUMS} FROM shelf_days
      WHERE ${isInChunk} AND day > ${today}::date - ${range}::int GROUP BY author_id`);
  // Every author with counts on any day gets a row for every range. Otherwise, an author with followers would be
  // missing from the ranking for a range in which the author has no counts.
  await transaction.execute(sql`
    INSERT INTO author_ranges (range, author_id)
    SELECT range.range, author_id FROM author_ranges AS whole CROSS JOIN ${RANGES}
    WHERE whole.range = 0 AND ${isInChunk} ON CONFLICT DO NOTHING`);
}

/** A range of IDs: the IDs greater than `after`, up to and including `upTo` if `upTo` is set. */
interface Chunk {
  after: string;
  upTo: string | undefined;
}

const createChunkCondition = (column: SQL, { after, upTo }: Chunk) =>
  sql`${column} > ${after}::uuid${upTo ? sql` AND ${column} <= ${upTo}::uuid` : sql``}`;

/**
 * Calls `processChunk` for each chunk of a table's IDs. Chunks are small enough that no statement times out, even with
 * a million articles.
 */
async function forEachChunk(
  transaction: Queries,
  table: 'articles' | 'authors',
  size: number,
  processChunk: (chunk: Chunk) => Promise<void>,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const [lastRow] = await queryRows<{ id: string }>(
      transaction,
      sql`SELECT id FROM ${sql.identifier(table)} WHERE id > ${after}::uuid ORDER BY id OFFSET ${size - 1} LIMIT 1`,
    );
    await processChunk({ after, upTo: lastRow?.id });
    if (!lastRow) return;
    after = lastRow.id;
  }
}

const METRIC_COLUMNS = METRIC_KEYS.map(toStoredMetricName);
const METRIC_COLUMN_LIST = sql.raw(METRIC_COLUMNS.join(', '));
const METRIC_SUMS = sql.raw(METRIC_COLUMNS.map((kind) => `sum(${kind})`).join(', '));
const sumByKind = (condition = sql``) =>
  sql.join(
    METRIC_COLUMNS.map(
      (kind) =>
        sql`coalesce(sum(count) FILTER (WHERE kind = ${sql.raw(`'${kind}'`)}${condition}), 0)`,
    ),
    sql`, `,
  );
const createIncrements = (table: string) =>
  sql.raw(METRIC_COLUMNS.map((kind) => `${kind} = ${table}.${kind} + excluded.${kind}`).join(', '));
const RECEIPT_KINDS = sql.raw(COUNTED_EVENT_KINDS.map((kind) => `'${kind}'`).join(', '));
const RANGES = sql.raw(
  `(VALUES ${FIGURE_RANGE_LENGTHS_IN_DAYS.map((range) => `(${range})`).join(', ')}) AS range (range)`,
);
