/**
 * How many milliseconds a recording is made before its first beginning is stored. The built-in voices complete the
 * preview sooner, unless the machine is busy.
 */
const FIRST_DELAY = 1000;
/**
 * How many seconds before a listener reaches the end of the longest stored beginning a longer beginning becomes due.
 * The player notices the longer beginning within two seconds, and recording the next sentence may take several seconds.
 */
const LEAD_SECONDS = 8;

/**
 * Decides when a worker stores a longer beginning of an unfinished recording. If the engine is faster than speech, a
 * listener who started with the first beginning never has to wait. Assumes that the listener plays the recording at
 * normal speed.
 */
export class BeginningSchedule {
  readonly #now: () => number;
  readonly #startedAt: number;
  /** The length of the longest part that was stored, in seconds. */
  #storedSeconds: number;
  #playedSince: number | undefined;

  /** @param storedSeconds the length of the part that exists already, in seconds */
  constructor(storedSeconds: number, now = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#storedSeconds = storedSeconds;
    if (storedSeconds) this.#playedSince = this.#startedAt;
  }

  /** Adds a beginning or preview that was stored. `seconds` is its length. */
  add(seconds: number): void {
    this.#storedSeconds = seconds;
    this.#playedSince ??= this.#now();
  }

  /** Returns true if a beginning of this length should be stored now. */
  isDue(seconds: number): boolean {
    if (seconds <= this.#storedSeconds) return false;
    const now = this.#now();
    if (this.#playedSince === undefined) return now - this.#startedAt >= FIRST_DELAY;
    const playedSeconds = (now - this.#playedSince) / 1000;
    return this.#storedSeconds - playedSeconds < LEAD_SECONDS;
  }
}
