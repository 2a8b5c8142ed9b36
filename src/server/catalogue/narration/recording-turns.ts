/** A recording that shares its process with other recordings. */
export interface ScheduledRecording {
  /**
   * Returns the number of recorded seconds that the listener has not heard yet. Returns `Infinity` if nobody is
   * listening, and `-Infinity` if the listener cannot hear anything yet.
   */
  getUnheardSeconds(): number;
}

/**
 * Gives turns to the recordings of a process. In each turn, the next part of one recording is synthesized. Recordings
 * with no playable audio yet come first, then the recording whose listener would run out of audio first. Among equally
 * urgent recordings, the one that has waited longest comes first. A speech model can be slower than playback, so
 * without these turns, a new listener would have to wait until the narrations of all other listeners are complete.
 */
export class RecordingTurns<Recording extends ScheduledRecording> {
  readonly #limit: number;
  readonly #makeNextPart: (recording: Recording) => void;
  readonly #running = new Set<Recording>();
  /** The recordings that are waiting for their next turn. The first one has been waiting longest. */
  readonly #waiting = new Set<Recording>();

  /**
   * @param limit the maximum number of turns at the same time
   * @param makeNextPart starts the turn of a recording; {@link end} must be called when the turn is over
   */
  constructor(limit: number, makeNextPart: (recording: Recording) => void) {
    this.#limit = limit;
    this.#makeNextPart = makeNextPart;
  }

  /** Returns true while a part of the recording is being synthesized. */
  isRunning(recording: Recording): boolean {
    return this.#running.has(recording);
  }

  /** Requests a turn for a recording. A recording may request its next turn before the current one is over. */
  request(recording: Recording): void {
    this.#waiting.add(recording);
    this.#startTurns();
  }

  /** Withdraws a recording's request for a turn. */
  withdraw(recording: Recording): void {
    this.#waiting.delete(recording);
  }

  /** Ends the turn of a recording. */
  end(recording: Recording): void {
    this.#running.delete(recording);
    this.#startTurns();
  }

  #startTurns(): void {
    while (this.#running.size < this.#limit) {
      const next = this.#findMostUrgent();
      if (!next) return;
      this.#waiting.delete(next);
      this.#running.add(next);
      this.#makeNextPart(next);
    }
  }

  #findMostUrgent(): Recording | undefined {
    let mostUrgent: Recording | undefined;
    let fewestSeconds = Number.POSITIVE_INFINITY;
    for (const recording of this.#waiting) {
      if (this.#running.has(recording)) continue;
      const unheard = recording.getUnheardSeconds();
      // If the engine is slower than playback, several listeners may have run out of audio. They count as equally
      // urgent, so their recordings take turns.
      const seconds = Number.isFinite(unheard) ? Math.max(0, unheard) : unheard;
      if (mostUrgent && seconds >= fewestSeconds) continue;
      mostUrgent = recording;
      fewestSeconds = seconds;
    }
    return mostUrgent;
  }
}
