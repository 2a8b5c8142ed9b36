/** Milliseconds until what has failed is tried again, one try after the other. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];

/** Tries again what a dropped connection has broken off: after a while, and as soon as the browser is online. */
export class Retries {
  readonly #isEndless: boolean;
  #tries = 0;
  #cancel: () => void = () => {};

  /** Gives up after half a minute online, unless it `isEndless`: then it goes on with the longest pause. */
  constructor({ isEndless = false } = {}) {
    this.#isEndless = isEndless;
  }

  /** Calls `again` later. Returns whether that is still to be hoped for. */
  schedule(again: () => void): boolean {
    this.#cancel();
    // Offline there is nothing to be tried, and nothing to be given up.
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

  /** It works: the next failure is the first. */
  reset(): void {
    this.#cancel();
    this.#tries = 0;
  }

  #nextPause(): number | undefined {
    const pause = PAUSES[this.#tries++];
    return this.#isEndless ? (pause ?? PAUSES.at(-1)) : pause;
  }
}
