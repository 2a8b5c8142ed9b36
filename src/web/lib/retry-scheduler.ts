/** Delay in milliseconds before each retry. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];

/**
 * A scheduler of retries after failed connections. The delays increase. A retry starts early when the browser comes
 * online.
 */
export interface RetryScheduler {
  /** Calls `again` after a delay. Returns false if all retries are used up. */
  schedule(again: () => void): boolean;
  /** Cancels a scheduled retry and resets the number of retries, for example after a success. */
  reset(): void;
}

/**
 * Creates a scheduler whose retries are used up after half a minute online. If `isEndless` is true, retries continue
 * with the longest delay instead.
 */
export function createRetryScheduler({ isEndless = false } = {}): RetryScheduler {
  let tries = 0;
  let cancel = () => {};
  return {
    schedule(again) {
      cancel();
      // While the browser is offline, waiting does not use up a retry.
      const lastPause = isEndless ? PAUSES.at(-1) : undefined;
      const pause = navigator.onLine ? (PAUSES[tries++] ?? lastPause) : undefined;
      if (pause === undefined && navigator.onLine) return false;
      const act = () => {
        cancel();
        again();
      };
      const timer = pause === undefined ? undefined : setTimeout(act, pause);
      addEventListener('online', act);
      cancel = () => {
        clearTimeout(timer);
        removeEventListener('online', act);
      };
      return true;
    },
    reset() {
      cancel();
      tries = 0;
    },
  };
}
