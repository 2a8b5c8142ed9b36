import { BusyError } from '#server/platform/errors.ts';

export interface TurnsOptions {
  /** How many may work at once. */
  atOnce: number;
  /** How many may wait for that. */
  waiting: number;
}

/** Lets so many work at once; the others wait, first come, first served, or are sent away. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Does `work` when its turn has come. Rejects as it does, and with {@link BusyError} when too many wait. */
  async take<Done>(work: () => Promise<Done>): Promise<Done> {
    await this.#begin();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    const { atOnce, waiting } = this.#options;
    if (this.#working < atOnce) {
      this.#working++;
      return;
    }
    if (this.#waiting.length >= waiting)
      throw new BusyError('Too many searches are running right now. Try again in a moment.', 1);
    await new Promise<void>((begin) => this.#waiting.push(begin));
  }

  /** Hands the turn on to whoever has waited longest. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working--;
  }
}
