import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { tallyReceipts } from './repository.ts';

/** Maximum number of receipts that one SQL statement tallies. The statement takes a fraction of a second. */
const BATCH_SIZE = 5000;

/** Creates the job that adds new receipts to the counts every five minutes. */
export function createTallyJob(queries: Queries): Job {
  return {
    id: 'counts-tally',
    payload: z.strictObject({}),
    cron: '*/5 * * * *',
    work: async (_nothing, signal) => ({ tallied: await tallyAllReceipts(queries, signal) }),
  };
}

/**
 * Adds all new receipts to the counts in batches. Returns the number of receipts. Throws before the next batch if
 * `signal` is aborted.
 */
export async function tallyAllReceipts(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const tallied = await tallyReceipts(queries, BATCH_SIZE);
    if (!tallied) return total;
    total += tallied;
  }
}
