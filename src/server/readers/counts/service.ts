import { z } from 'zod';
import { toUtcDay } from '#domain/utc-day.ts';
import { findLatestRankedDay } from '#server/catalogue/articles/popular-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { rankAndStorePopularArticles } from './popular-articles.ts';
import { lockCounts, tallyBatchOfChanges } from './tally.ts';

/**
 * Maximum number of receipts, and maximum number of changes, that one transaction tallies. A transaction with the
 * maximum takes a fraction of a second.
 */
const BATCH_SIZE = 5000;

/** Creates the job that adds new receipts and changes to reactions to the counts every five minutes. */
export function createCountsTallyJob(queries: Queries): JobWithHandler {
  return {
    id: 'counts-tally',
    payload: z.strictObject({}),
    cron: '*/5 * * * *',
    work: async (_nothing, signal) => ({ tallied: await tallyAllChanges(queries, signal) }),
  };
}

/**
 * Adds all new receipts and changes to reactions to the counts in batches. Returns the number of receipts and changes.
 * Throws before the next batch if `signal` is aborted.
 */
export async function tallyAllChanges(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const tallied = await tallyBatchOfChanges(queries, BATCH_SIZE);
    if (!tallied) return total;
    total += tallied;
  }
}

/**
 * Ranks the popular articles of today if no day is ranked yet, as in a new installation before its first tally. Otherwise,
 * the first tally of the day ranks them, after it has brought the ranges up to date.
 */
export async function ensurePopularArticles(queries: Queries): Promise<void> {
  if (await findLatestRankedDay(queries)) return;
  await queries.transaction(async (transaction) => {
    await lockCounts(transaction);
    await rankAndStorePopularArticles(transaction, toUtcDay(new Date()));
  });
}
