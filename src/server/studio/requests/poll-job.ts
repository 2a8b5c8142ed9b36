import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import {
  CLAIM_DURATION,
  ClaimLostError,
  claimNextRequest,
  findNextPollTime,
  updateClaimedRequest,
} from '#server/studio/request-store/claims.ts';
import type { StoredRequest } from '#server/studio/request-store/repository.ts';
import { type AiWriting, PermanentError, TransientError } from '#server/studio/writer/ai-writer.ts';
import { finishRequest } from './finish-request.ts';
import { pollRequest } from './poll.ts';
import type { PollContext } from './poll-context.ts';
import { nextAttemptAt, retryDeadline } from './retry-policy.ts';
import { POLL_TASK, schedulePoll } from './schedule-poll.ts';
import { submitRequest } from './submit.ts';

/**
 * Maximum time, in milliseconds, that the poll job waits for the next AI request. If the next request is due later, the
 * job ends and a new job is enqueued for that time.
 */
const LONGEST_WAIT = 60_000;
/**
 * Milliseconds after which the poll job is replaced by a new one even if AI requests are open, because the queue limits
 * the duration of a job.
 */
const LONGEST_RUN = 10 * 60_000;
/**
 * Maximum pause, in milliseconds, between two searches for due AI requests. It is short, so that new requests are found
 * soon.
 */
const SEARCH_INTERVAL = 1000;

/** Creates the jobs that process AI requests. Every process can run them. */
export function createAiRequestJobs(queries: Queries, writing: AiWriting): Job[] {
  return [pollJob(queries, writing), pollWatchdog(queries)];
}

/**
 * Creates the job that submits and polls AI requests when they are due. An error in one request does not affect other
 * requests.
 */
function pollJob(queries: Queries, writing: AiWriting): Job {
  return {
    ...POLL_TASK,
    async work(_payload, signal) {
      const { writer } = writing;
      if (!writer) return { open: 'no AI service is configured' };
      const until = Date.now() + LONGEST_RUN;
      const errors: unknown[] = [];
      for (let steps = 0; ; ) {
        signal.throwIfAborted();
        const request = await claimNextRequest(queries, new Date());
        if (request) {
          await advanceClaimedRequest({ queries, writing, writer, signal }, request).catch(
            (error: unknown) => {
              signal.throwIfAborted();
              errors.push(error);
            },
          );
          steps += 1;
          continue;
        }
        const next = await findNextPollTime(queries);
        const pause = (next?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
        if (pause > LONGEST_WAIT || Date.now() > until) {
          if (next) await queries.transaction((transaction) => schedulePoll(transaction, next));
          if (errors.length) throw errors[0];
          return { steps };
        }
        await wait(Math.min(Math.max(pause, 50), SEARCH_INTERVAL), undefined, { signal });
      }
    },
  };
}

/**
 * Creates a job that runs every ten minutes, and enqueues the poll job if AI requests are open. It is only needed if an
 * earlier poll job failed permanently.
 */
function pollWatchdog(queries: Queries): Job {
  return {
    id: 'writing-owed',
    payload: z.strictObject({}),
    cron: '*/10 * * * *',
    async work() {
      const next = await findNextPollTime(queries);
      if (next) await queries.transaction((transaction) => schedulePoll(transaction, next));
      return { isOwed: next !== undefined };
    },
  };
}

/** Submits or polls a claimed AI request, and keeps renewing the claim while doing so. */
async function advanceClaimedRequest(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, signal } = context;
  const lost = new AbortController();
  const renew = () =>
    updateClaimedRequest(queries, request, {
      claimedUntil: new Date(Date.now() + CLAIM_DURATION),
    }).catch((error: unknown) => {
      // Other errors are ignored, because the next renewal may succeed. If none succeeds, the claim expires.
      if (error instanceof ClaimLostError) lost.abort();
    });
  const renewing = setInterval(renew, CLAIM_DURATION / 4).unref();
  try {
    await advanceRequest({ ...context, signal: AbortSignal.any([signal, lost.signal]) }, request);
  } catch (error) {
    if (lost.signal.aborted) return;
    // The claim is released, so that another worker can claim the request: immediately if this process is stopping, or
    // a minute after an unexpected error.
    const pollAt = new Date(Date.now() + (signal.aborted ? 0 : LONGEST_WAIT));
    await updateClaimedRequest(queries, request, { claimedUntil: null, pollAt }).catch(
      (failure: unknown) => {
        if (!(failure instanceof ClaimLostError)) throw failure;
      },
    );
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Submits a claimed AI request, or polls its batch if the request has one. If the AI service fails, stores the error as
 * the request's note and schedules another attempt, until {@link retryDeadline}. Stores nothing if another worker has
 * claimed the request.
 */
export async function advanceRequest(context: PollContext, request: StoredRequest): Promise<void> {
  const { signal } = context;
  try {
    await (request.batchId ? pollRequest(context, request) : submitRequest(context, request));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClaimLostError) return;
    if (!(error instanceof TransientError || error instanceof PermanentError)) throw error;
    await retryLater(context, request, error).catch((failure: unknown) => {
      if (!(failure instanceof ClaimLostError)) throw failure;
    });
  }
}

async function retryLater(
  context: PollContext,
  request: StoredRequest,
  error: TransientError | PermanentError,
): Promise<void> {
  const now = Date.now();
  const { message } = error;
  if (now > retryDeadline(request, error))
    return finishRequest(context, request, {
      event: 'fail',
      leftovers: 'err',
      reason: message,
      mayBeBilled: request.batchId !== null,
      note: message,
    });
  await updateClaimedRequest(context.queries, request, {
    failures: request.failures + 1,
    pollAt: nextAttemptAt(request, error, now),
    note: message,
    claimedUntil: null,
  });
}
