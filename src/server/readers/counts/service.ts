import { z } from 'zod';
import { toUtcDay } from '#domain/utc-day.ts';
import { findLatestPopularityRankingDay } from '#server/catalogue/articles/popular-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { rankAndStorePopularArticles } from './popular-articles.ts';
import { lockCounts, tallyBatchOfChanges } from './tally.ts';

/**
 * Maximum number of receipts that one transaction adds to the counts. The same maximum applies to changed reactions. A
 * transaction of this size takes a fraction of a second.
 */
const BATCH_SIZE = 5000;

/** Creates the job that adds new receipts and changed reactions to the counts every five minutes. */
export function createCountsTallyJob(queries: Queries): JobWithHandler {
  return {
    id: 'counts-tally',
    payload: z.strictObject({}),
    cron: '*/5 * * * *',
    work: async (_payload, signal) => ({ tallied: await applyPendingCounts(queries, signal) }),
  };
}

/**
 * Adds all new receipts and changed reactions to the counts, in batches. Returns how many receipts and changes it
 * added. Throws before the next batch if `signal` is aborted.
 */
export async function applyPendingCounts(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const tallied = await tallyBatchOfChanges(queries, BATCH_SIZE);
    if (!tallied) return total;
    total += tallied;
  }
}

/**
 * Ranks today's popular articles if no day has been ranked yet, for example in a new installation. On later days, the
 * first update of the counts also ranks the popular articles.
 */
export async function rankPopularArticlesIfNeverRanked(queries: Queries): Promise<void> {
  if (await findLatestPopularityRankingDay(queries)) return;
  await queries.transaction(async (transaction) => {
    await lockCounts(transaction);
    await rankAndStorePopularArticles(transaction, toUtcDay(new Date()));
  });
}
