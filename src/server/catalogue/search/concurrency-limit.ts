import pLimit from 'p-limit';
import { BusyError } from '#server/platform/errors.ts';

export interface ConcurrencyLimitOptions {
  /** Maximum number of tasks that run at the same time. */
  concurrency: number;
  /** Maximum number of tasks that wait in the queue. */
  maxQueued: number;
}

/**
 * Runs a task as soon as the number of running tasks is below the limit. Rejects with the error of the task, or with
 * {@link BusyError} if the queue is full.
 */
export type RunWithLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that limits the number of tasks running at the same time. Waiting tasks start in the order of the
 * calls.
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
