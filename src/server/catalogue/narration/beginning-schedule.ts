/**
 * How many milliseconds a recording is made before its first beginning is stored. The built-in voices complete the
 * preview sooner, unless the machine is busy.
 */
const FIRST_AFTER = 1000;
/**
 * How many seconds before a listener reaches the end of the longest stored beginning a longer beginning becomes due.
 * The player notices the longer beginning within two seconds, and recording the next sentence may take several seconds.
 */
const LEAD_TIME = 8;

/**
 * Decides when a worker stores a longer beginning of an unfinished recording. If the engine is faster than speech, a
 * listener who started with the first beginning never has to wait. Assumes that the listener plays the recording at
 * normal speed.
 */
export class BeginningSchedule {
  readonly #now: () => number;
  readonly #startedAt: number;
  /** The length of the longest part that was stored, in seconds. */
  #stored: number;
  #playedSince: number | undefined;

  /** @param stored the length of the part that exists already, in seconds */
  constructor(stored: number, now = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#stored = stored;
    if (stored) this.#playedSince = this.#startedAt;
  }

  /** Adds a beginning or preview that was stored. `seconds` is its length. */
  add(seconds: number): void {
    this.#stored = seconds;
    this.#playedSince ??= this.#now();
  }

  /** Returns true if a beginning of this length should be stored now. */
  isDue(seconds: number): boolean {
    if (seconds <= this.#stored) return false;
    const now = this.#now();
    if (this.#playedSince === undefined) return now - this.#startedAt >= FIRST_AFTER;
    const played = (now - this.#playedSince) / 1000;
    return this.#stored - played < LEAD_TIME;
  }
}
