/** Delay in milliseconds before each retry. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];

/**
 * Schedules retries after a failed connection. The delays increase, and a retry starts early when the browser comes
 * online.
 */
export class RetryScheduler {
  /** The delay after those in {@link PAUSES}. Without it, there are no further retries. */
  readonly #lastPause: number | undefined;
  #tries = 0;
  #cancel: () => void = () => {};

  /**
   * Creates a schedule that ends after half a minute online. If `isEndless` is true, retries continue with the longest
   * delay instead.
   */
  constructor({ isEndless = false } = {}) {
    this.#lastPause = isEndless ? PAUSES.at(-1) : undefined;
  }

  /** Calls `again` after a delay. Returns false if all retries are used up. */
  schedule(again: () => void): boolean {
    this.#cancel();
    // While the browser is offline, waiting does not use up a retry.
    const pause = navigator.onLine ? (PAUSES[this.#tries++] ?? this.#lastPause) : undefined;
    if (pause === undefined && navigator.onLine) return false;
    const act = () => {
      this.#cancel();
      again();
    };
    const timer = pause === undefined ? undefined : setTimeout(act, pause);
    addEventListener('online', act);
    this.#cancel = () => {
      clearTimeout(timer);
      removeEventListener('online', act);
    };
    return true;
  }

  /** Cancels a scheduled retry and resets the number of retries, for example after a success. */
  reset(): void {
    this.#cancel();
    this.#tries = 0;
  }
}
