import pLimit from 'p-limit';
import { BusyError } from '#server/platform/errors.ts';

export interface ConcurrencyLimitOptions {
  /** Maximum number of tasks that run at the same time. */
  concurrency: number;
  /** Maximum number of tasks that wait in the queue. */
  maxQueued: number;
}

/**
 * A function that runs a task as soon as the limit allows. It rejects with the task's error, or with {@link BusyError}
 * if the queue is full.
 */
export type RunWithLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a function that limits how many tasks run at the same time. Waiting tasks start in the order in which they
 * were submitted.
 */
export function createConcurrencyLimit({
  concurrency,
  maxQueued,
}: ConcurrencyLimitOptions): RunWithLimit {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued)
      throw new BusyError('Too many searches are running right now. Try again in a moment.', 1);
    return limit(task);
  };
}
