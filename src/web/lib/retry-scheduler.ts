/** Delay in milliseconds before each retry. */
const DELAYS = [500, 1000, 2000, 4000, 8000, 16_000];

/**
 * A scheduler for retries after failed connections, with increasing delays. A retry starts early if the browser comes
 * online.
 */
export interface RetryScheduler {
  /** Calls `retry` after a delay. Returns false if all retries are used up. */
  schedule(retry: () => void): boolean;
  /** Cancels a scheduled retry and resets the number of retries, for example after a success. */
  reset(): void;
}

/**
 * Creates a scheduler. After half a minute online, all retries are used up. If `isEndless` is true, retries continue
 * with the longest delay instead.
 */
export function createRetryScheduler({ isEndless = false } = {}): RetryScheduler {
  let retryCount = 0;
  let cancel = () => {};
  return {
    schedule(retry) {
      cancel();
      // Time spent offline does not use up a retry.
      const lastDelay = isEndless ? DELAYS.at(-1) : undefined;
      const delay = navigator.onLine ? (DELAYS[retryCount++] ?? lastDelay) : undefined;
      if (delay === undefined && navigator.onLine) return false;
      const runRetry = () => {
        cancel();
        retry();
      };
      const timer = delay === undefined ? undefined : setTimeout(runRetry, delay);
      addEventListener('online', runRetry);
      cancel = () => {
        clearTimeout(timer);
        removeEventListener('online', runRetry);
      };
      return true;
    },
    reset() {
      cancel();
      retryCount = 0;
    },
  };
}
