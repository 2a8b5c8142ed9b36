import pLimit from 'p-limit';
import { BusyError } from '#server/platform/errors.ts';

export interface ConcurrencyLimitOptions {
  /** How many tasks run at once. */
  concurrency: number;
  /** How many more may wait. */
  maxQueued: number;
}

/** Runs a task once there is room. Rejects as the task does, and with {@link BusyError} if the queue is full. */
export type RunLimited = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs a limited number of tasks at once, in the order of the calls. */
export function createConcurrencyLimit({
  concurrency,
  maxQueued,
}: ConcurrencyLimitOptions): RunLimited {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued)
      throw new BusyError('Too many searches are running right now. Try again in a moment.', 1);
    return limit(task);
  };
}
