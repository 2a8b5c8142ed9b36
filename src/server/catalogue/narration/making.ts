import type { Narration } from './repository.ts';

/** How much of a narration is wanted: what everybody may hear of it, or all. */
export type Extent = 'preview' | 'whole';

/** A narration that is being made, for all who wait for it. */
export class Making {
  /** As much as anybody has asked for so far. */
  extent: Extent;
  /** Resolves once its beginning can be heard; rejects when it could not be made. */
  readonly preview: Promise<void>;
  /** Resolves once all that is wanted is made, with the narration if that is the whole. */
  readonly done: Promise<Narration | undefined>;
  /** Whether somebody still waits for its beginning. */
  isAwaited = true;
  /** Whether somebody waits for its end, and hears why there is none. */
  isFollowed = false;
  /** Whether this process records it: another one may do so as well. */
  isRecordedHere = false;
  readonly #begin: () => void;
  readonly #stopping = new AbortController();
  #holders = 0;

  /** Begins at once; `make` is told what it belongs to, which may come to be wanted whole meanwhile. */
  constructor(extent: Extent, make: (making: Making) => Promise<Narration | undefined>) {
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
    // Whoever waits hears of it; that nobody does is no fault.
    this.preview.catch(() => {});
    this.done.catch(() => {});
  }

  /** Aborted once everybody who wanted it has given up. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Keeps it going for somebody who wants it: until `until` is aborted, or to its end. */
  hold(until?: AbortSignal): void {
    this.#holders += 1;
    const giveUp = () => {
      this.#holders -= 1;
      if (!this.#holders) this.#stopping.abort(until?.reason);
    };
    if (until?.aborted) giveUp();
    else until?.addEventListener('abort', giveUp, { once: true });
  }

  /** Waits for its end; rejects with the reason of `until` once that is aborted, where others still wait. */
  async follow(until?: AbortSignal): Promise<Narration | undefined> {
    this.isFollowed = true;
    if (!until) return this.done;
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () => {
      // The last one to give up waits for what it has stopped.
      if (this.#holders) givenUp.reject(until.reason);
    };
    until.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.done, givenUp.promise]);
    } finally {
      until.removeEventListener('abort', giveUp);
    }
  }

  /** Its beginning can be heard. */
  begin(): void {
    this.isAwaited = false;
    this.#begin();
  }
}
