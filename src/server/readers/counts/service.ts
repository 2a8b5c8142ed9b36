import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { tallyReceipts } from './repository.ts';

/** Receipts per statement: few enough for a fraction of a second. */
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

/** Tallies all receipts and returns how many there were. Throws between batches once `signal` is aborted. */
export async function tallyAllReceipts(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const tallied = await tallyReceipts(queries, BATCH_SIZE);
    if (!tallied) return total;
    total += tallied;
  }
}
