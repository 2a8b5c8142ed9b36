import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import {
  AI_REQUEST_CLAIM_MILLISECONDS,
  AiRequestClaimLostError,
  claimNextAiRequest,
  findNextAiRequestClaimTime,
  type StoredAiRequest,
  updateClaimedAiRequest,
} from '#server/studio/ai-request-store/repository.ts';
import type { AiWriterSetup } from '#server/studio/writer/ai-writer.ts';
import { enqueueSubmitAndPollJob, SUBMIT_AND_POLL_JOB_DEFINITION } from './create-request.ts';
import type { AiRequestProcessingContext } from './end-request.ts';
import { submitOrPollAiRequest } from './submit-or-poll-ai-request.ts';

/**
 * The maximum time, in milliseconds, that the poll job waits for the next AI request to become due. If the next request
 * is due later, the job ends, and a new job is enqueued for that time.
 */
const MAX_WAIT = 60_000;
/**
 * The time, in milliseconds, for which the poll job keeps waiting for further AI requests. After that, it ends as soon
 * as none is due, because the queue limits how long a job may run. If AI requests are still open, a new job continues
 * the work.
 */
const MAX_RUN_DURATION = 10 * 60_000;
/**
 * The maximum pause, in milliseconds, between two searches for due AI requests. The pause is short, so that new
 * requests are found quickly.
 */
const SEARCH_INTERVAL = 1000;

/** Creates the jobs that process AI requests. Any process can run them. */
export function createAiRequestJobs(queries: Queries, writing: AiWriterSetup): JobWithHandler[] {
  return [pollJob(queries, writing), pollWatchdog(queries)];
}

/**
 * Creates the job that submits and polls AI requests when they are due. An error in one request does not affect other
 * requests.
 */
function pollJob(queries: Queries, writing: AiWriterSetup): JobWithHandler {
  return {
    ...SUBMIT_AND_POLL_JOB_DEFINITION,
    async work(_payload, signal) {
      const { writer } = writing;
      if (!writer) return { open: 'no AI service is configured' };
      const deadline = Date.now() + MAX_RUN_DURATION;
      const errors: unknown[] = [];
      for (let steps = 0; ; ) {
        signal.throwIfAborted();
        const request = await claimNextAiRequest(queries, new Date());
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
        const next = await findNextAiRequestClaimTime(queries);
        const pause = (next?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
        if (pause > MAX_WAIT || Date.now() > deadline) {
          if (next)
            await queries.transaction((transaction) => enqueueSubmitAndPollJob(transaction, next));
          if (errors.length) throw errors[0];
          return { steps };
        }
        await wait(Math.min(Math.max(pause, 50), SEARCH_INTERVAL), undefined, { signal });
      }
    },
  };
}

/**
 * Creates a watchdog job that runs every ten minutes. It enqueues the poll job if any AI requests are open. The
 * watchdog is needed only if an earlier poll job has failed permanently.
 */
function pollWatchdog(queries: Queries): JobWithHandler {
  return {
    id: 'writing-owed',
    payload: z.strictObject({}),
    cron: '*/10 * * * *',
    async work() {
      const next = await findNextAiRequestClaimTime(queries);
      if (next)
        await queries.transaction((transaction) => enqueueSubmitAndPollJob(transaction, next));
      return { isOwed: next !== undefined };
    },
  };
}

/**
 * Submits or polls an AI request that this worker has claimed, and renews the claim at intervals until that is done.
 */
async function advanceClaimedRequest(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  const { queries, signal } = context;
  const claimLost = new AbortController();
  const renew = () =>
    updateClaimedAiRequest(queries, request, {
      claimedUntil: new Date(Date.now() + AI_REQUEST_CLAIM_MILLISECONDS),
    }).catch((error: unknown) => {
      // Only a lost claim aborts the processing. After any other error, the next renewal may succeed. If no renewal
      // succeeds, the claim expires.
      if (error instanceof AiRequestClaimLostError) claimLost.abort();
    });
  const renewalTimer = setInterval(renew, AI_REQUEST_CLAIM_MILLISECONDS / 4).unref();
  try {
    await submitOrPollAiRequest(
      { ...context, signal: AbortSignal.any([signal, claimLost.signal]) },
      request,
    );
  } catch (error) {
    if (claimLost.signal.aborted) return;
    // Releases the claim, so that another worker can claim the request. If this process is stopping, the request is due
    // immediately. After an unexpected error, it is due in a minute.
    const pollAt = new Date(Date.now() + (signal.aborted ? 0 : MAX_WAIT));
    await updateClaimedAiRequest(queries, request, { claimedUntil: null, pollAt }).catch(
      (failure: unknown) => {
        if (!(failure instanceof AiRequestClaimLostError)) throw failure;
      },
    );
    throw error;
  } finally {
    clearInterval(renewalTimer);
  }
}
