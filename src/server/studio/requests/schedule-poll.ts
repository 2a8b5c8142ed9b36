import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** Submits and polls every request to the AI service that is due. */
export const POLL_TASK = {
  id: 'writing',
  payload: z.strictObject({}),
  timeLimit: 15 * 60,
  retries: { limit: 10, delay: 5 },
} satisfies Task;

/** Enqueues the job that submits and polls requests: for now, or for the given time. */
export async function schedulePoll(transaction: Queries, at?: Date): Promise<void> {
  await enqueue(transaction, POLL_TASK, {}, { key: 'writing', ...(at && { startAfter: at }) });
}
