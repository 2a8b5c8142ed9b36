import type { Queries } from '#server/platform/db/database.ts';
import { findJobs, type NarrationJob } from './job-repository.ts';

/**
 * Shortest and longest pause in milliseconds between two polls of the database. The pause doubles after each poll. A
 * new waiter resets it to the shortest pause.
 */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 2000];

interface Waiter {
  recording: string;
  isOver(job: NarrationJob | undefined): boolean;
  resolve(job: NarrationJob | undefined): void;
}

/**
 * Waits for changes of narration jobs, in whichever process they happen. All waiters share one poll of the database.
 */
export class JobWatcher {
  readonly #queries: Queries;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Resolves with a narration job as soon as `isOver` returns true for the job. `isOver` gets undefined if the job does
   * not exist. Rejects with the reason of `stop`. Continues to poll while the database is unavailable.
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

  /** Polls the database in the next turn of the event loop. Call this method after this process has changed a job. */
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
