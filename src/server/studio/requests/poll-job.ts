import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import type { AiWriting } from './create-request.ts';
import { CLAIM_DURATION, type PollContext, poll } from './poll.ts';
import {
  claimNextRequest,
  findNextPollTime,
  type StoredRequest,
  updateClaimedRequest,
} from './repository.ts';
import type { Kinds } from './request-kind.ts';
import { POLL_TASK, schedulePoll } from './schedule-poll.ts';

/** Milliseconds. A job that would have to wait longer than that comes again instead. */
const LONGEST_WAIT = 60_000;
/** It comes again after that in any case: its process may have to stop, and its time is bounded. */
const LONGEST_ROUND = 10 * 60_000;
/** Between two looks for what was asked meanwhile. */
const STEP = 1000;

/** Brings everything that is asked of the service further, as it is due. What one request fails with holds up no other. */
export function pollJob(queries: Queries, writing: AiWriting, kinds: Kinds): Job {
  return {
    ...POLL_TASK,
    async work(_nothing, signal) {
      const { writer } = writing;
      if (!writer) return { open: 'nobody is there to write' };
      const until = Date.now() + LONGEST_ROUND;
      const errors: unknown[] = [];
      for (let steps = 0; ; ) {
        signal.throwIfAborted();
        const now = Date.now();
        const request = await claimNextRequest(
          queries,
          new Date(now),
          new Date(now + CLAIM_DURATION),
        );
        if (request) {
          await advanceClaimed({ queries, writer, kinds, signal }, request).catch(
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
        await wait(Math.min(Math.max(pause, 50), STEP), undefined, { signal });
      }
    },
  };
}

/** Brings a claimed request a step further, and renews the claim meanwhile. */
async function advanceClaimed(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, signal } = context;
  const lost = new AbortController();
  const renew = async () => {
    const claimedUntil = new Date(Date.now() + CLAIM_DURATION);
    if (!(await updateClaimedRequest(queries, request, { claimedUntil }))) lost.abort();
  };
  // One that cannot be renewed for now is renewed at the next time, or is another's by then.
  const renewing = setInterval(() => renew().catch(() => {}), CLAIM_DURATION / 4).unref();
  try {
    await poll({ ...context, signal: AbortSignal.any([signal, lost.signal]) }, request);
  } catch (error) {
    if (lost.signal.aborted) return;
    // An error of ours, or the process stops: another may have it, when there is hope again.
    const lookAt = new Date(Date.now() + (signal.aborted ? 0 : LONGEST_WAIT));
    await updateClaimedRequest(queries, request, { claimedUntil: null, lookAt });
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Every ten minutes, has it done what should be on its way and is not: after its job was given up. */
export function pollWatchdog(queries: Queries): Job {
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
