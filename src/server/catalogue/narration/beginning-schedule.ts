/**
 * Minimum number of milliseconds between the start of a recording and the storage of its first playable part. On an
 * idle machine, the built-in voices complete the whole preview in less time, so no shorter part is stored.
 */
const FIRST_DELAY = 1000;
/**
 * A longer part is stored once a listener has fewer than this many seconds of audio left in the longest stored part.
 * The player may take two seconds to notice the longer part, and recording the next sentence may take several seconds.
 */
const LEAD_SECONDS = 8;

/**
 * Decides when to store the first part of an unfinished recording, and when to store a longer part with more sentences.
 * Assumes that a listener plays the stored part at normal speed. If the engine records faster than the audio plays, the
 * listener never has to wait for the next sentence.
 */
export class BeginningSchedule {
  readonly #now: () => number;
  readonly #startedAt: number;
  /** The length in seconds of the longest part that is stored. */
  #storedSeconds: number;
  #playedSince: number | undefined;

  /** @param storedSeconds the length in seconds of the part that is already stored */
  constructor(storedSeconds: number, now = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#storedSeconds = storedSeconds;
    if (storedSeconds) this.#playedSince = this.#startedAt;
  }

  /**
   * Notes that the first part or the preview of the recording has been stored. `seconds` is the length of the part or
   * preview.
   */
  add(seconds: number): void {
    this.#storedSeconds = seconds;
    this.#playedSince ??= this.#now();
  }

  /** Returns true if the first `seconds` of the recording should be stored now. */
  isDue(seconds: number): boolean {
    if (seconds <= this.#storedSeconds) return false;
    if (this.#playedSince === undefined) return this.#now() - this.#startedAt >= FIRST_DELAY;
    return this.countUnheard(this.#storedSeconds) < LEAD_SECONDS;
  }

  /**
   * Returns how many seconds of the available audio a listener has not heard yet. The available audio is the first
   * `seconds` of the recording, or the stored part if that is longer. The result is negative if the listener has run
   * out of audio and is waiting, and `-Infinity` if no part is stored yet.
   */
  countUnheard(seconds: number): number {
    if (this.#playedSince === undefined) return Number.NEGATIVE_INFINITY;
    const available = Math.max(seconds, this.#storedSeconds);
    return available - (this.#now() - this.#playedSince) / 1000;
  }
}
