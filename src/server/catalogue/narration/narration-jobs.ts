import type { Queries } from '#server/platform/db/database.ts';
import {
  claimNewOrExistingJob,
  deleteClaimedJob,
  findJobsByRecording,
  JOB_CLAIM_SECONDS,
  type JobClaim,
  type JobRequest,
  type NarrationJob,
  renewJobClaim,
} from './repository.ts';

/** Milliseconds between two renewals of a claim. Each renewal also stores the progress of the recording. */
const RENEWAL_INTERVAL = (JOB_CLAIM_SECONDS * 1000) / 5;

/**
 * A worker's claim on a narration job. The claim is renewed automatically until it is released. The worker must call
 * {@link assertHeld} before each write.
 */
export class HeldJobClaim {
  readonly claim: JobClaim;
  readonly #queries: Queries;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  /** Number of seconds recorded so far. */
  recordedSeconds = 0;

  constructor(queries: Queries, claim: JobClaim) {
    this.#queries = queries;
    this.claim = claim;
    // A failed renewal does not stop the work, since the claim only has to be valid for the next write.
    this.#renewal = setInterval(() => this.#renew().catch(() => {}), RENEWAL_INTERVAL).unref();
  }

  /** Signal that is aborted when another worker takes over the narration job. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Renews the claim. Throws if the claim is lost or the database is unavailable. */
  async assertHeld(): Promise<void> {
    await this.#renew();
    this.lost.throwIfAborted();
  }

  /**
   * Throws if `isHeld` is false. `isHeld` is the result of an SQL statement that only succeeds while the worker holds
   * the claim.
   */
  assert(isHeld: boolean): void {
    if (!isHeld) this.#lost.abort(new Error('Another process has taken over this recording.'));
    this.lost.throwIfAborted();
  }

  /** Stops renewing the claim. */
  release(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    if (!(await renewJobClaim(this.#queries, this.claim, this.recordedSeconds)))
      this.#lost.abort(new Error('Another process has taken over this recording.'));
  }
}

/**
 * Shortest and longest pause in milliseconds between two polls of the database. The pause doubles after each poll. Each
 * new waiter resets it to the shortest pause.
 */
const [MIN_PAUSE, MAX_PAUSE] = [200, 2000];

interface Waiter {
  recording: string;
  isOver(job: NarrationJob | undefined): boolean;
  resolve(job: NarrationJob | undefined): void;
}

/** Waits for changes that any process makes to narration jobs. All waiters share one poll of the database. */
export class NarrationJobWatcher {
  readonly #queries: Queries;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #pause = MIN_PAUSE;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Resolves with a narration job as soon as `isOver` returns true for the job. `isOver` is called with undefined if
   * the job does not exist. Rejects with the abort reason of `stop`. Continues to poll while the database is
   * unavailable.
   */
  async until(
    recording: string,
    isOver: Waiter['isOver'],
    stop: AbortSignal,
  ): Promise<NarrationJob | undefined> {
    stop.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<NarrationJob | undefined>();
    const waiter = { recording, isOver, resolve };
    const onAbort = () => reject(stop.reason);
    stop.addEventListener('abort', onAbort, { once: true });
    this.#waiters.add(waiter);
    this.#pause = MIN_PAUSE;
    this.checkSoon();
    try {
      return await promise;
    } finally {
      this.#waiters.delete(waiter);
      stop.removeEventListener('abort', onAbort);
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
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE);
    const waiters = [...this.#waiters];
    const recordings = new Set(waiters.map(({ recording }) => recording));
    const foundJobs = await findJobsByRecording(this.#queries, [...recordings]).catch(
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

/** Claims a narration job, runs `action`, and deletes the job. Waits while another worker has claimed the job. */
export async function runWithJobClaim<Result>(
  queries: Queries,
  watcher: NarrationJobWatcher,
  request: JobRequest,
  action: () => Promise<Result>,
  stop: AbortSignal,
): Promise<Result> {
  let claim = await claimNewOrExistingJob(queries, request);
  while (!claim) {
    await watcher.until(request.recording, (job) => !job?.isClaimed, stop);
    claim = await claimNewOrExistingJob(queries, request);
  }
  const heldClaim = new HeldJobClaim(queries, claim);
  try {
    return await action();
  } finally {
    heldClaim.release();
    await deleteClaimedJob(queries, claim);
    watcher.checkSoon();
  }
}
