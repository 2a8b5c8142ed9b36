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

/** Milliseconds between two renewals of a claim. Each renewal also stores the progress. */
const RENEWAL = (CLAIM_SECONDS * 1000) / 5;

/**
 * A claim that is renewed automatically until it is released. A worker must call {@link assertHeld} before each write.
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
    // If the database is unavailable, work continues. The database only has to be available again for the next write.
    this.#renewal = setInterval(() => this.#renew().catch(() => {}), RENEWAL).unref();
  }

  /** Aborted when another worker has taken over the job. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Renews the claim. Throws if the claim is lost or the database is unavailable. */
  async assertHeld(): Promise<void> {
    await this.#renew();
    this.lost.throwIfAborted();
  }

  /** Throws if `isHeld` is false. `isHeld` is the result of a statement that only succeeds while the claim is held. */
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

/** Claims a job, runs `act`, and deletes the job. Waits while another worker has claimed the job. */
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
