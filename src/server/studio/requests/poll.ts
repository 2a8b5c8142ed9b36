import { updateClaimedRequest } from '#server/studio/request-store/claims.ts';
import type { StoredRequest } from '#server/studio/request-store/repository.ts';
import { PermanentError } from '#server/studio/writer/ai-writer.ts';
import { collectResults } from './collect.ts';
import { finishRequest } from './finish-request.ts';
import type { PollContext } from './poll-context.ts';
import { nextPollAt, OVERDUE_AFTER } from './retry-policy.ts';

/**
 * Asks the AI service for the state of a request's batch. Collects the results if the batch has ended. Lets the request
 * expire if the batch should have ended long ago. Throws `TransientError` or `PermanentError` if the service does not
 * return the state.
 */
export async function pollRequest(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, signal } = context;
  if (request.status === 'canceling' && !request.cancelSent) await cancelBatch(context, request);
  const batch = await writer.getBatch(request.batchId!, signal);
  if (batch.state === 'ended') return collectResults(context, request);
  const now = Date.now();
  if (now > batch.expiresAt.getTime() + OVERDUE_AFTER)
    return finishRequest(context, request, {
      event: 'expire',
      leftovers: 'expire',
      reason: 'The service had not answered after a day.',
    });
  await updateClaimedRequest(queries, request, {
    failures: 0,
    note: null,
    expiresAt: batch.expiresAt,
    pollAt: nextPollAt(request, now),
    claimedUntil: null,
  });
}

/**
 * Asks the AI service to cancel a batch. If the service refuses, the next poll asks again. Results that arrive before
 * the batch is canceled are stored.
 */
async function cancelBatch(
  { queries, writer, signal }: PollContext,
  request: StoredRequest,
): Promise<void> {
  try {
    await writer.cancelBatch(request.batchId!, signal);
    await updateClaimedRequest(queries, request, { cancelSent: true });
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
  }
}
