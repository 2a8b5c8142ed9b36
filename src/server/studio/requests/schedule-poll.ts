import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** Task that submits and polls all due AI requests. */
export const POLL_TASK = {
  id: 'writing',
  payload: z.strictObject({}),
  timeLimit: 15 * 60,
  retries: { limit: 10, delay: 5 },
} satisfies Task;

/** Enqueues {@link POLL_TASK} to run at the given time, or as soon as possible. */
export async function schedulePoll(transaction: Queries, at?: Date): Promise<void> {
  await enqueue(transaction, POLL_TASK, {}, { key: 'writing', ...(at && { startAfter: at }) });
}
