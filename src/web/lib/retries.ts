/** Milliseconds before each retry. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];

/** Schedules retries after a connection failed: with growing pauses, and as soon as the browser is online. */
export class Retries {
  readonly #isEndless: boolean;
  #tries = 0;
  #cancel: () => void = () => {};

  /** Gives up after half a minute online; if `isEndless`, continues with the longest pause. */
  constructor({ isEndless = false } = {}) {
    this.#isEndless = isEndless;
  }

  /** Calls `again` later. Returns false if all retries are used up. */
  schedule(again: () => void): boolean {
    this.#cancel();
    // Time offline does not count.
    const pause = navigator.onLine ? this.#nextPause() : undefined;
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

  /** Starts counting anew after a success. */
  reset(): void {
    this.#cancel();
    this.#tries = 0;
  }

  #nextPause(): number | undefined {
    const pause = PAUSES[this.#tries++];
    return this.#isEndless ? (pause ?? PAUSES.at(-1)) : pause;
  }
}
