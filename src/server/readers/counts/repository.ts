import { and, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { countedEventSchema } from '#domain/counted-event-schema.ts';
import { COUNTED_EVENT_RECEIPT_RETENTION_DAYS } from '#domain/counts.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import { countReceipts } from './schema.ts';

/**
 * Stores a receipt, which records that an article was read, finished, listened to or shared during a visit. Does
 * nothing if the visit already has a receipt of the same kind.
 */
export async function insertCountReceipt(
  queries: Queries,
  { article, kind, visit }: z.output<typeof countedEventSchema>,
): Promise<void> {
  await queries
    .insert(countReceipts)
    .values({ visit, kind, articleId: article.id, day: toUtcDay(new Date()) })
    .onConflictDoNothing();
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Removes receipts, which are the records of counted visits, after
 * {@link COUNTED_EVENT_RECEIPT_RETENTION_DAYS} days. Pages are unlikely to report such an old visit
 * again. Keeps receipts that have not been added to the counts yet.
 */
export const oldCountReceiptsRemover: ExpiredRowsRemover = {
  batchSize: 500,
  async removeBatch(queries, now, limit) {
    const { visit, kind, day, isTallied } = countReceipts;
    const cutoffDay = toUtcDay(
      new Date(now.getTime() - COUNTED_EVENT_RECEIPT_RETENTION_DAYS * DAY),
    );
    const oldReceipts = queries
      .select({ visit, kind })
      .from(countReceipts)
      .where(and(lt(day, cutoffDay), isTallied))
      .limit(limit);
    const deletedRows = await queries
      .delete(countReceipts)
      .where(inArray(sql`(${visit}, ${kind})`, oldReceipts))
      .returning({ visit });
    return deletedRows.length;
  },
};
