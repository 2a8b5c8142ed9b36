import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getTimeLimitSeconds, type JobWithHandler } from './job.ts';
import type { AttemptOutcome, JobMetrics } from './metrics.ts';

/**
 * Runs one attempt at a job and returns its result. pg-boss retries a job with the result `failed` as often as its
 * queue's settings allow. It does not retry a job with the result `deadletter`. Never throws. Stops waiting for the
 * handler at the time limit or when the lease is lost, but not when `stopping` is aborted.
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

  const attempt = claimed.retryCount + 1;
  const startedAt = performance.now();
  const recordAttempt = (outcome: AttemptOutcome) =>
    metrics.recordAttempt(job.id, outcome, (performance.now() - startedAt) / 1000);
  try {
    const output = await runWithTimeLimit(job, claimed.signal, stopping, (signal) =>
      job.work(payload.data, signal),
    );
    log.info({ job: job.id, id, ...output }, 'Job completed');
    recordAttempt('done');
    return { id, status: 'completed', output };
  } catch (error) {
    if (!stopping.aborted) {
      log.error({ err: error, job: job.id, id, attempt }, 'Job attempt failed');
      recordAttempt('failed');
    }
    return { id, status: 'failed', output: error };
  }
}

/**
 * Thrown if the payload in the queue does not match the job type's schema. This can happen if another release enqueued
 * the job.
 */
class PayloadError extends Error {
  override name = 'PayloadError';

  constructor(job: string, error: z.ZodError) {
    super(`Invalid payload for the job "${job}" (${z.prettifyError(error)})`);
  }
}

/**
 * Waits for `work`. At the time limit, or if the lease is lost, aborts the signal that was passed to `work`, and stops
 * waiting.
 */
async function runWithTimeLimit<Result>(
  job: JobWithHandler,
  lease: AbortSignal,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const seconds = getTimeLimitSeconds(job);
  const timeout = AbortSignal.timeout(seconds * 1000);
  const expiry = AbortSignal.any([lease, timeout]);
  const rejection = Promise.withResolvers<never>();
  const rejectEarly = () =>
    rejection.reject(timeout.aborted ? new Error(`Timed out after ${seconds} s`) : lease.reason);
  expiry.addEventListener('abort', rejectEarly, { once: true });
  try {
    return await Promise.race([work(AbortSignal.any([expiry, stopping])), rejection.promise]);
  } finally {
    expiry.removeEventListener('abort', rejectEarly);
  }
}
