import { and, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { COUNT_KINDS, COUNT_RECEIPT_RETENTION_DAYS } from '#domain/counts.ts';
import type { countSchema } from '#domain/counts-schema.ts';
import { articleAuthorsAndCategories } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import type { ExpiredRowsRemoval } from '#server/platform/db/removals.ts';
import { countReceipts } from './schema.ts';

/**
 * Stores a receipt, which reports that an article was read, finished, listened to or shared in a visit. Does nothing if
 * the visit already has a receipt of this kind.
 */
export async function insertReceipt(
  queries: Queries,
  { article, kind, visit }: z.output<typeof countSchema>,
): Promise<void> {
  await queries
    .insert(countReceipts)
    .values({ visit, kind, articleId: article.id, day: toUtcDay(new Date()) })
    .onConflictDoNothing();
}

/**
 * Adds up to `most` receipts to the daily counts, the weekly counts, and the counts of authors and categories, and
 * marks the receipts as tallied. Returns the number of receipts.
 *
 * A single statement counts each receipt exactly once, even if several processes run it at the same time or crash. It
 * writes rows in a fixed order, which avoids deadlocks.
 */
export async function tallyReceipts(queries: Queries, most: number): Promise<number> {
  const tallied = await executeRows<{ count: number }>(
    queries,
    sql`
    WITH waiting AS (
      SELECT visit, kind FROM count_receipts WHERE NOT is_tallied LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), fresh AS (
      UPDATE count_receipts SET is_tallied = true FROM waiting
      WHERE count_receipts.visit = waiting.visit AND count_receipts.kind = waiting.kind
      RETURNING count_receipts.article_id, count_receipts.day, count_receipts.kind
    ), added AS (
      INSERT INTO article_counts (article_id, day, kind, count)
      SELECT article_id, day, kind, count(*)::int FROM fresh GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (article_id, day, kind) DO UPDATE SET count = article_counts.count + excluded.count
    ), weekly AS (
      INSERT INTO article_weeks (week, article_id, ${KIND_COLUMNS})
      SELECT date_trunc('week', day)::date, article_id, ${KIND_COUNTS}
      FROM fresh GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (week, article_id) DO UPDATE SET ${createIncrements('article_weeks')}
    ), shelved AS (
      INSERT INTO shelf_days (day, author_id, category, ${KIND_COLUMNS})
      SELECT day, ${articleAuthorsAndCategories.authorId}, ${articleAuthorsAndCategories.category}, ${KIND_COUNTS}
      FROM fresh JOIN ${articleAuthorsAndCategories} ON ${articleAuthorsAndCategories.id} = fresh.article_id
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (day, author_id, category) DO UPDATE SET ${createIncrements('shelf_days')}
    )
    SELECT count(*)::int AS count FROM fresh`,
  );
  return tallied[0]!.count;
}

/**
 * SQL fragments for the kinds of counts: the column names, the number of new receipts of each kind, and the updates
 * that add these numbers to existing rows.
 */
const KIND_COLUMNS = sql.raw(COUNT_KINDS.join(', '));
const KIND_COUNTS = sql.raw(
  COUNT_KINDS.map((kind) => `count(*) FILTER (WHERE kind = '${kind}')::int`).join(', '),
);
const createIncrements = (table: string) =>
  sql.raw(COUNT_KINDS.map((kind) => `${kind} = ${table}.${kind} + excluded.${kind}`).join(', '));

const DAY = 24 * 60 * 60 * 1000;

/**
 * Removes receipts older than {@link COUNT_RECEIPT_RETENTION_DAYS}, since pages are unlikely to report such an old visit
 * again. Receipts that are not tallied yet are not removed.
 */
export const countReceiptsRemoval: ExpiredRowsRemoval = {
  batchSize: 500,
  async removeBatch(queries, now, most) {
    const { visit, kind, day, isTallied } = countReceipts;
    const before = toUtcDay(new Date(now.getTime() - COUNT_RECEIPT_RETENTION_DAYS * DAY));
    const old = queries
      .select({ visit, kind })
      .from(countReceipts)
      .where(and(lt(day, before), isTallied))
      .limit(most);
    const gone = await queries
      .delete(countReceipts)
      .where(inArray(sql`(${visit}, ${kind})`, old))
      .returning({ visit });
    return gone.length;
  },
};

/** Returns the day of a date in UTC, in the format `YYYY-MM-DD`. */
function toUtcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
