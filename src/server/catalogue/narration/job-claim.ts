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

/** Milliseconds between two renewals, which also report progress. */
const RENEWAL = (CLAIM_SECONDS * 1000) / 5;

/** A claim that is renewed until it is released. Every write of its worker has to be preceded by {@link assertHeld}. */
export class HeldClaim {
  readonly claim: Claim;
  readonly #queries: Queries;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  /** Seconds that are recorded so far. */
  recordedSeconds = 0;

  constructor(queries: Queries, claim: Claim) {
    this.#queries = queries;
    this.claim = claim;
    // A database that is unavailable does not end the work: before the next write, it has to be there again.
    this.#renewal = setInterval(() => this.#renew().catch(() => {}), RENEWAL).unref();
  }

  /** Aborted when another worker has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Renews the claim. Throws if it is lost, or the database is unavailable. */
  async assertHeld(): Promise<void> {
    await this.#renew();
    this.lost.throwIfAborted();
  }

  /** Throws unless `isHeld`, which is what a statement that depends on the claim returned. */
  assert(isHeld: boolean): void {
    if (!isHeld) this.#lost.abort(new Error('Another process has taken over this recording.'));
    this.lost.throwIfAborted();
  }

  /** Ends the renewals. */
  release(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    if (!(await renewClaim(this.#queries, this.claim, this.recordedSeconds)))
      this.#lost.abort(new Error('Another process has taken over this recording.'));
  }
}

/** Claims a job, waiting while another worker has it, runs `act`, and deletes the job. */
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
