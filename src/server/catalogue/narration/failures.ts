/** Milliseconds for which a recording that has failed is not tried anew for whoever listens. */
const REMEMBERED = 60_000;

/**
 * The recordings that could not be made lately, and why. A player asks every other second whether the whole is there: what
 * fails after its beginning would be begun with each of these questions, and fail each time.
 */
export class Failures {
  readonly #failed = new Map<string, { error: unknown; until: number }>();

  note(recording: string, error: unknown): void {
    this.#forgetOld();
    this.#failed.set(recording, { error, until: Date.now() + REMEMBERED });
  }

  /** Throws what a recording has failed with, where that was a moment ago. */
  assertNone(recording: string): void {
    this.#forgetOld();
    const failure = this.#failed.get(recording);
    if (failure) throw failure.error;
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [recording, { until }] of this.#failed)
      if (until <= now) this.#failed.delete(recording);
  }
}
