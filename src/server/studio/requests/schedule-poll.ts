import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** All that is asked of the AI service is brought a step further, until it can be left alone for a while. */
export const POLL_TASK = {
  id: 'writing',
  payload: z.strictObject({}),
  timeLimit: 15 * 60,
  retries: { limit: 10, delay: 5 },
} satisfies Task;

/** Enqueues the job that talks to the service: due now, or by a given time. */
export async function schedulePoll(transaction: Queries, by?: Date): Promise<void> {
  await enqueue(transaction, POLL_TASK, {}, { key: 'writing', ...(by && { startAfter: by }) });
}
