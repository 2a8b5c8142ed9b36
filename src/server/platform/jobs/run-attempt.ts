import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getTimeLimitSeconds, type JobWithHandler } from './job.ts';
import type { AttemptOutcome, JobMetrics } from './metrics.ts';

/**
 * Runs one attempt at a job and returns its result. An attempt that results in `failed` is retried as often as the
 * queue allows, and one that results in `deadletter` is not retried. Never throws. Stops waiting for the handler at the
 * time limit or when the lease is lost, but not when `stopping` is aborted.
 */
export async function runAttempt(
  job: JobWithHandler,
  claimed: JobWithMetadata,
  stopping: AbortSignal,
  log: Logger,
  metrics: JobMetrics,
): Promise<JobResult> {
  const { id } = claimed;
  const payload = job.payload.safeParse(claimed.data ?? {});
  if (!payload.success)
    return { id, status: 'deadletter', output: new PayloadError(job.id, payload.error) };

  const number = claimed.retryCount + 1;
  const from = performance.now();
  const ended = (ending: AttemptOutcome) =>
    metrics.recordAttempt(job.id, ending, (performance.now() - from) / 1000);
  try {
    const output = await runWithTimeLimit(job, claimed.signal, stopping, (signal) =>
      job.work(payload.data, signal),
    );
    log.info({ job: job.id, id, ...output }, 'Job completed');
    ended('done');
    return { id, status: 'completed', output };
  } catch (error) {
    if (!stopping.aborted) {
      log.error({ err: error, job: job.id, id, attempt: number }, 'Job attempt failed');
      ended('failed');
    }
    return { id, status: 'failed', output: error };
  }
}

/**
 * Thrown if the payload in the queue does not match the job type's schema. This happens if another release enqueued the
 * job.
 */
class PayloadError extends Error {
  override name = 'PayloadError';

  constructor(job: string, error: z.ZodError) {
    super(`Invalid payload for the job "${job}" (${z.prettifyError(error)})`);
  }
}

/** Waits for `work`. Aborts the signal of `work` and stops waiting at the time limit, or if the lease is lost. */
async function runWithTimeLimit<Result>(
  job: JobWithHandler,
  lease: AbortSignal,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const seconds = getTimeLimitSeconds(job);
  const timeIsUp = AbortSignal.timeout(seconds * 1000);
  const cutOff = AbortSignal.any([lease, timeIsUp]);
  const tooLate = Promise.withResolvers<never>();
  const giveUp = () =>
    tooLate.reject(timeIsUp.aborted ? new Error(`Timed out after ${seconds} s`) : lease.reason);
  cutOff.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work(AbortSignal.any([cutOff, stopping])), tooLate.promise]);
  } finally {
    cutOff.removeEventListener('abort', giveUp);
  }
}
