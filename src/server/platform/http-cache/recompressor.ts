/** Maximum number of bodies that wait for compression. Further bodies keep their first compression. */
const MAX_WAITING = 100;
/** Pause after each compression, as a multiple of its duration. Limits the load to a tenth of a processor. */
const PAUSE_FACTOR = 9;
/** Milliseconds before the first compression, so that it does not compete with the requests that caused it. */
const DELAY = 1000;

/**
 * Compresses popular response bodies again, one after the other. Compression with the highest quality takes ten times
 * as long as the compression that clients wait for, and makes documents a tenth smaller.
 */
export class Recompressor {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #delay: number;
  #isRunning = false;

  constructor(delay = DELAY) {
    this.#delay = delay;
  }

  /** Queues `compress`, unless too many bodies are already waiting. */
  add(compress: () => Promise<void>): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(compress);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#runAfter(this.#delay);
  }

  #runAfter(milliseconds: number): void {
    setTimeout(async () => {
      const startedAt = performance.now();
      // A body that cannot be compressed again stays as it is.
      await this.#waiting
        .shift()?.()
        .catch(() => {});
      this.#isRunning = this.#waiting.length > 0;
      if (this.#isRunning) this.#runAfter(PAUSE_FACTOR * (performance.now() - startedAt));
    }, milliseconds).unref();
  }
}
