import type { Queries } from '#server/platform/db/database.ts';
import {
  claimNewOrExistingNarrationJob,
  deleteClaimedNarrationJob,
  findNarrationJobsByRecording,
  NARRATION_JOB_CLAIM_SECONDS,
  type NarrationJob,
  type NarrationJobClaim,
  type NarrationJobRequest,
  renewNarrationJobClaim,
} from './repository.ts';

/** Milliseconds between two renewals of a worker's claim. Each renewal also stores the progress of the recording. */
const RENEWAL_INTERVAL = (NARRATION_JOB_CLAIM_SECONDS * 1000) / 5;

/**
 * A worker's exclusive right to work on a narration job. The claim is renewed automatically until the worker releases
 * it. The worker must call {@link assertHeld} before it writes a file.
 */
export class HeldNarrationJobClaim {
  readonly claim: NarrationJobClaim;
  readonly #queries: Queries;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  /** Number of seconds of audio recorded so far. */
  recordedSeconds = 0;

  constructor(queries: Queries, claim: NarrationJobClaim) {
    this.#queries = queries;
    this.claim = claim;
    // A failed renewal is ignored, because the worker checks the claim before each write.
    this.#renewal = setInterval(() => this.#renew().catch(() => {}), RENEWAL_INTERVAL).unref();
  }

  /** Signal that is aborted when another worker has taken over the narration job. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Renews the claim. Throws if another worker has taken over the job, or if the database is unavailable. */
  async assertHeld(): Promise<void> {
    await this.#renew();
    this.lost.throwIfAborted();
  }

  /**
   * Throws an error if `isHeld` is false. The caller must first run an SQL statement that changes the job only while
   * the worker holds the claim. `isHeld` is true if the statement has changed the job.
   */
  assert(isHeld: boolean): void {
    if (!isHeld) this.#lost.abort(new Error('Another process has taken over this recording.'));
    this.lost.throwIfAborted();
  }

  /** Stops the automatic renewal of the claim. */
  release(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    if (!(await renewNarrationJobClaim(this.#queries, this.claim, this.recordedSeconds)))
      this.#lost.abort(new Error('Another process has taken over this recording.'));
  }
}

/**
 * Shortest and longest pause in milliseconds between two polls of the database. The pause doubles after each poll. It
 * is reset to the shortest pause when another caller starts to wait.
 */
const [MIN_PAUSE, MAX_PAUSE] = [200, 2000];

interface Waiter {
  recording: string;
  isOver(job: NarrationJob | undefined): boolean;
  resolve(job: NarrationJob | undefined): void;
}

/** Waits for changes to narration jobs, which any process may make. Polls the database once for all waiting callers. */
export class NarrationJobWatcher {
  readonly #queries: Queries;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #pause = MIN_PAUSE;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Resolves with a narration job as soon as `isOver` returns true for it. Calls `isOver` with undefined if the job
   * does not exist. Rejects with the abort reason of `signal`. Continues to poll while the database is unavailable.
   */
  async until(
    recording: string,
    isOver: Waiter['isOver'],
    signal: AbortSignal,
  ): Promise<NarrationJob | undefined> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<NarrationJob | undefined>();
    const waiter = { recording, isOver, resolve };
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiters.add(waiter);
    this.#pause = MIN_PAUSE;
    this.checkSoon();
    try {
      return await promise;
    } finally {
      this.#waiters.delete(waiter);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Schedules a poll of the database for the next turn of the event loop. Call this method after this process has
   * changed a job.
   */
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
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE);
    const waiters = [...this.#waiters];
    const recordings = new Set(waiters.map(({ recording }) => recording));
    const foundJobs = await findNarrationJobsByRecording(this.#queries, [...recordings]).catch(
      () => undefined,
    );
    if (!foundJobs) return;
    const jobs = new Map(foundJobs.map((job) => [job.recording, job]));
    for (const { recording, isOver, resolve } of waiters) {
      const job = jobs.get(recording);
      if (isOver(job)) resolve(job);
    }
  }
}

/**
 * Claims a narration job, runs `action`, and deletes the job. If another worker has claimed the job, waits until that
 * claim ends.
 */
export async function runWithNarrationJobClaim<Result>(
  queries: Queries,
  watcher: NarrationJobWatcher,
  request: NarrationJobRequest,
  action: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let claim = await claimNewOrExistingNarrationJob(queries, request);
  while (!claim) {
    await watcher.until(request.recording, (job) => !job?.isClaimed, signal);
    claim = await claimNewOrExistingNarrationJob(queries, request);
  }
  const heldClaim = new HeldNarrationJobClaim(queries, claim);
  try {
    return await action();
  } finally {
    heldClaim.release();
    await deleteClaimedNarrationJob(queries, claim);
    watcher.checkSoon();
  }
}
