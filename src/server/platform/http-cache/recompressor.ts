/** Maximum number of bodies that can wait for recompression. Further bodies are not recompressed. */
const MAX_WAITING = 100;
/**
 * Length of the pause after each compression, as a multiple of its duration. The pauses limit the load to a tenth of a
 * CPU core.
 */
const PAUSE_FACTOR = 9;
/**
 * Milliseconds before the first compression, so that the compression does not compete with the requests that caused it.
 */
const DELAY = 1000;

/**
 * Recompresses the bodies of popular responses, one after the other, with the highest Brotli quality. A body becomes a
 * tenth smaller than with the quality that is used while a client waits, but compressing it takes more than ten times
 * as long.
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
      // If a body cannot be recompressed, the response keeps its current body.
      await this.#waiting
        .shift()?.()
        .catch(() => {});
      this.#isRunning = this.#waiting.length > 0;
      if (this.#isRunning) this.#runAfter(PAUSE_FACTOR * (performance.now() - startedAt));
    }, milliseconds).unref();
  }
}
