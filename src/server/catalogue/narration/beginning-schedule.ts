/**
 * Milliseconds between the start of a recording and the time at which its first playable part is stored. The built-in
 * voices complete the preview in less time, so they need no shorter part unless the machine is busy.
 */
const FIRST_DELAY = 1000;
/**
 * A longer part is stored when a listener has fewer than this many seconds left in the longest stored part. The player
 * needs up to two seconds to notice the longer part, and recording the next sentence may take several seconds.
 */
const LEAD_SECONDS = 8;

/**
 * Decides when a worker stores the first part of an unfinished recording again, with the sentences that were added.
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
   * Updates the schedule after the first part or the preview of the recording has been stored. `seconds` is its length.
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
   * Returns how many seconds of audio a listener has not heard yet. The audio ends after the first `seconds` of the
   * recording, or at the end of the stored part if that is later. The result is negative
   * if the listener has run out of audio and is waiting, and `-Infinity` if no part is stored yet.
   */
  countUnheard(seconds: number): number {
    if (this.#playedSince === undefined) return Number.NEGATIVE_INFINITY;
    const available = Math.max(seconds, this.#storedSeconds);
    return available - (this.#now() - this.#playedSince) / 1000;
  }
}
