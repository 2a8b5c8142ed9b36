/** Milliseconds until what has failed is tried again, one try after the other. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];

/** Tries again what a dropped connection has broken off: after a while, and as soon as the browser is online. */
export class Retries {
  #tries = 0;
  #cancel: () => void = () => {};

  /** Calls `again` later. Returns whether that is still to be hoped for. */
  next(again: () => void): boolean {
    this.#cancel();
    // Offline there is nothing to be tried, and nothing to be given up.
    const pause = navigator.onLine ? PAUSES[this.#tries++] : undefined;
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
}
