import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue, type Task } from '#server/platform/jobs/service.ts';

/** All that is asked of the AI service is brought a step further, until it can be left alone for a while. */
export const WRITING = {
  id: 'writing',
  payload: z.strictObject({}),
  within: 15 * 60,
  retries: { most: 10, after: 5 },
} satisfies Task;

/** Milliseconds. Longer than the transactions in which something is asked of the service take. */
const BEFORE_IT_BEGAN = 10_000;

/**
 * Has the service talked to at once, or not before a time. At once is before the transaction began: workers are notified
 * of what is due by its clock, which stands still, and find anything later by their next look, up to a minute on.
 */
export async function lookSoon(
  transaction: Queries,
  startAfter = new Date(Date.now() - BEFORE_IT_BEGAN),
): Promise<void> {
  await enqueue(transaction, WRITING, {}, { key: 'writing', startAfter });
}
