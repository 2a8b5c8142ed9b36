import type { Queries } from '#server/platform/db/database.ts';
import {
  CLAIM_SECONDS,
  type Claim,
  claimJob,
  deleteJob,
  type JobRequest,
  renewClaim,
} from './job-repository.ts';
import type { JobWatcher } from './job-watcher.ts';

/** Milliseconds between two renewals of a claim. Each renewal also stores the progress of the recording. */
const RENEWAL = (CLAIM_SECONDS * 1000) / 5;

/**
 * A worker's claim on a narration job, which is renewed automatically until it is released. The worker must call
 * {@link assertHeld} before each write.
 */
export class HeldClaim {
  readonly claim: Claim;
  readonly #queries: Queries;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  /** Number of seconds recorded so far. */
  recordedSeconds = 0;

  constructor(queries: Queries, claim: Claim) {
    this.#queries = queries;
    this.claim = claim;
    // A failed renewal does not stop the work, since the claim only has to be valid for the next write.
    this.#renewal = setInterval(() => this.#renew().catch(() => {}), RENEWAL).unref();
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
    if (!(await renewClaim(this.#queries, this.claim, this.recordedSeconds)))
      this.#lost.abort(new Error('Another process has taken over this recording.'));
  }
}

/** Claims a narration job, runs `act`, and deletes the job. Waits while another worker has claimed the job. */
export async function withClaim<Result>(
  queries: Queries,
  watcher: JobWatcher,
  request: JobRequest,
  act: () => Promise<Result>,
  stop: AbortSignal,
): Promise<Result> {
  let claim = await claimJob(queries, request);
  while (!claim) {
    await watcher.until(request.recording, (job) => !job?.isClaimed, stop);
    claim = await claimJob(queries, request);
  }
  const held = new HeldClaim(queries, claim);
  try {
    return await act();
  } finally {
    held.release();
    await deleteJob(queries, claim);
    watcher.checkSoon();
  }
}
