import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { tallyReceipts } from './repository.ts';

/** Maximum number of receipts that one statement tallies. It then takes a fraction of a second. */
const BATCH_SIZE = 5000;

/** Creates the job that tallies receipts every five minutes. */
export function createTallyJob(queries: Queries): Job {
  return {
    id: 'counts-tally',
    payload: z.strictObject({}),
    cron: '*/5 * * * *',
    work: async (_nothing, signal) => ({ tallied: await tallyAllReceipts(queries, signal) }),
  };
}

/**
 * Tallies all receipts in batches. Returns the number of tallied receipts. Once `signal` is aborted, throws before the
 * next batch.
 */
export async function tallyAllReceipts(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const tallied = await tallyReceipts(queries, BATCH_SIZE);
    if (!tallied) return total;
    total += tallied;
  }
}
