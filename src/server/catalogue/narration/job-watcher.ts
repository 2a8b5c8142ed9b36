import type { Queries } from '#server/platform/db/database.ts';
import { findJobs, type NarrationJob } from './job-repository.ts';

/** Milliseconds between two polls: doubled from the first up to the longest, until a further request waits. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 2000];

interface Waiter {
  recording: string;
  isOver(job: NarrationJob | undefined): boolean;
  resolve(job: NarrationJob | undefined): void;
}

/** Waits for changes of jobs, whichever process works on them: one poll of the database serves all that wait. */
export class JobWatcher {
  readonly #queries: Queries;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Resolves with the job once `isOver` accepts it, or with undefined if it accepts that there is none. Rejects with the
   * reason of `stop`. A database that is unavailable is waited for.
   */
  async until(
    recording: string,
    isOver: Waiter['isOver'],
    stop: AbortSignal,
  ): Promise<NarrationJob | undefined> {
    stop.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<NarrationJob | undefined>();
    const waiter = { recording, isOver, resolve };
    const giveUp = () => reject(stop.reason);
    stop.addEventListener('abort', giveUp, { once: true });
    this.#waiters.add(waiter);
    this.#pause = FIRST_PAUSE;
    this.checkSoon();
    try {
      return await promise;
    } finally {
      this.#waiters.delete(waiter);
      stop.removeEventListener('abort', giveUp);
    }
  }

  /** Looks at all awaited jobs in the next turn of the event loop. To be called when this process has changed one. */
  checkSoon(): void {
    this.#schedule(0);
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#poll(), milliseconds);
  }

  async #poll(): Promise<void> {
    if (!this.#waiters.size) return;
    this.#schedule(this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    const waiters = [...this.#waiters];
    const recordings = new Set(waiters.map(({ recording }) => recording));
    const found = await findJobs(this.#queries, [...recordings]).catch(() => undefined);
    if (!found) return;
    const jobs = new Map(found.map((job) => [job.recording, job]));
    for (const { recording, isOver, resolve } of waiters) {
      const job = jobs.get(recording);
      if (isOver(job)) resolve(job);
    }
  }
}
