import type { Narration } from './repository.ts';

/** How much of a narration is requested: the free preview, or all of it. */
export type Extent = 'preview' | 'whole';

/** A narration that is being recorded, shared by everyone who waits for it. */
export class NarrationJob {
  /** The most that has been requested so far. */
  extent: Extent;
  /** Resolves once the preview can be played; rejects if it cannot be recorded. */
  readonly preview: Promise<void>;
  /** Resolves once everything requested is recorded, with the narration if that is all of it. */
  readonly done: Promise<Narration | undefined>;
  /** Whether anyone still waits for the preview. */
  isAwaited = true;
  /** Whether anyone waits for the end, and so gets the error if it fails. */
  isFollowed = false;
  /** Whether this process records it, rather than another one. */
  isRecordedHere = false;
  readonly #begin: () => void;
  readonly #stopping = new AbortController();
  #holders = 0;

  /** Starts at once. `make` gets the job, whose `extent` may grow while it runs. */
  constructor(extent: Extent, make: (making: NarrationJob) => Promise<Narration | undefined>) {
    this.extent = extent;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.preview = promise;
    this.#begin = resolve;
    this.done = make(this);
    this.done
      .then(() => resolve(), reject)
      .finally(() => {
        this.isAwaited = false;
      });
    // Those who wait get the rejection; it is no error if nobody does.
    this.preview.catch(() => {});
    this.done.catch(() => {});
  }

  /** Aborted once everyone who requested it has given up. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Keeps the job running until `until` is aborted, or to its end. */
  hold(until?: AbortSignal): void {
    this.#holders += 1;
    const giveUp = () => {
      this.#holders -= 1;
      if (!this.#holders) this.#stopping.abort(until?.reason);
    };
    if (until?.aborted) giveUp();
    else until?.addEventListener('abort', giveUp, { once: true });
  }

  /** Waits for the end. Rejects with the reason of `until` once that is aborted, if others still wait. */
  async follow(until?: AbortSignal): Promise<Narration | undefined> {
    this.isFollowed = true;
    if (!until) return this.done;
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () => {
      // The last one to give up waits until the job has stopped.
      if (this.#holders) givenUp.reject(until.reason);
    };
    until.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.done, givenUp.promise]);
    } finally {
      until.removeEventListener('abort', giveUp);
    }
  }

  /** Reports that the preview can be played. */
  begin(): void {
    this.isAwaited = false;
    this.#begin();
  }
}
