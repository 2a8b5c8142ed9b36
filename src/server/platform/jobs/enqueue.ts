import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Task } from './job.ts';
import { queueWithin } from './statements.ts';

export interface EnqueueOptions {
  /**
   * Of those with one key, one waits at most: it takes this payload, and keeps its time unless there is
   * another in `startAfter`. One that is being done does not count: it may have begun before the change.
   */
  key?: string;
  /** Not before then; up to a minute later. */
  startAfter?: Date;
}

/**
 * Has a task done soon by a process that works jobs off: if and when the transaction commits. Throws a
 * `ZodError` when the payload does not fit the task, before anything is written.
 */
export async function enqueue<Payload extends z.ZodObject>(
  transaction: Queries,
  task: Task<Payload>,
  payload: z.input<Payload>,
  { key, startAfter }: EnqueueOptions = {},
): Promise<void> {
  task.payload.parse(payload);
  const queue = await queueWithin(transaction);
  const options = startAfter ? { startAfter } : {};
  if (key) await queue.upsert(task.id, payload, { ...options, singletonKey: key });
  // A key of its own: those without any would be each other's likes.
  else await queue.send(task.id, payload, { ...options, singletonKey: newId() });
}
