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
  readonly #begin: () => void;

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
  }

  /** Its beginning can be heard. */
  begin(): void {
    this.isAwaited = false;
    this.#begin();
  }
}
