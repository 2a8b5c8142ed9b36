import type { Queries } from '#server/platform/db/database.ts';
import { updateClaimedRequest } from '#server/studio/request-store/claims.ts';
import {
  findItems,
  lockRequest,
  type StoredRequest,
} from '#server/studio/request-store/repository.ts';
import {
  type BatchState,
  PermanentError,
  TransientError,
} from '#server/studio/writer/ai-writer.ts';
import { finishRequest } from './finish-request.ts';
import type { PollContext } from './poll-context.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

/** Milliseconds that a stopping process still waits for the AI service's response to a submission. */
const SHUTDOWN_GRACE = 4000;
/** Milliseconds after submission until a new batch is polled for the first time. */
const FIRST_POLL = 1000;

/**
 * Submits an AI request as a batch, and stores the ID of the batch. The time of sending is stored before (`sentAt`), so
 * that a request with a time but no batch has an unknown outcome. Such a request is never submitted again
 * automatically, because the AI service supports no idempotency key. Throws {@link TransientError} if the service
 * certainly did not accept the request and another attempt may succeed.
 */
export async function submitRequest(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, signal } = context;
  if (request.sentAt)
    return recordUnknownOutcome(queries, request, 'Octavo stopped before the response came.');
  const items = await findItems(queries, request.id, 'pending');
  if (!(await recordAttempt(queries, request)))
    return finishRequest(context, request, {
      event: 'end',
      leftovers: 'cancel',
      reason: 'It was canceled before it was sent.',
    });
  const { system, answerSchema: schema } = request;
  const { maxOutputTokens } = REQUEST_KINDS[request.type];
  let batch: BatchState;
  try {
    batch = await writer.submitBatch(
      { system, schema, maxOutputTokens, items },
      delayAbort(signal, SHUTDOWN_GRACE),
    );
  } catch (error) {
    if (error instanceof PermanentError) {
      const reason = error.message;
      return finishRequest(context, request, {
        event: 'fail',
        leftovers: 'err',
        reason,
        note: reason,
      });
    }
    if (!(error instanceof TransientError)) throw error;
    if (error.mayHaveArrived) return recordUnknownOutcome(queries, request, error.message);
    await updateClaimedRequest(queries, request, { sentAt: null });
    throw error;
  }
  const { batchId, expiresAt } = batch;
  await updateClaimedRequest(queries, request, {
    batchId,
    expiresAt,
    failures: 0,
    note: null,
    pollAt: new Date(Date.now() + FIRST_POLL),
    claimedUntil: null,
  });
}

/** Stores the time of sending before an AI request is sent. Returns false if an editor has canceled the request. */
async function recordAttempt(queries: Queries, request: StoredRequest): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const { status } = (await lockRequest(transaction, request.id))!;
    if (status !== 'in_progress') return false;
    await updateClaimedRequest(transaction, request, { sentAt: new Date() });
    return true;
  });
}

async function recordUnknownOutcome(
  queries: Queries,
  request: StoredRequest,
  note: string,
): Promise<void> {
  await updateClaimedRequest(queries, request, {
    outcomeUnknownAt: new Date(),
    note,
    claimedUntil: null,
  });
}

/** Returns a signal that is aborted the given number of milliseconds after `signal`. */
function delayAbort(signal: AbortSignal, milliseconds: number): AbortSignal {
  const delayed = new AbortController();
  const abort = () => setTimeout(() => delayed.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return delayed.signal;
}
