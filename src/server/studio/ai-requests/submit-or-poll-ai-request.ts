import type { Queries } from '#server/platform/db/database.ts';
import {
  AiRequestClaimLostError,
  listAiRequestItems,
  lockAiRequest,
  type StoredAiRequest,
  updateClaimedAiRequest,
} from '#server/studio/ai-request-store/repository.ts';
import {
  type AiBatch,
  PermanentAiServiceError,
  TransientAiServiceError,
} from '#server/studio/writer/ai-writer.ts';
import {
  type AiRequestProcessingContext,
  applyResultsAndEndAiRequest,
  endClaimedAiRequest,
} from './end-request.ts';
import { AI_REQUEST_DEFINITIONS } from './request-kinds.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Submits an AI request that this worker has claimed. If the request already has a batch at the AI service, polls the
 * batch instead. If the service fails, stores the error as the request's note and schedules another attempt. There are
 * no more attempts after the deadline that {@link retryDeadline} returns. Stores nothing if another worker has claimed
 * the request.
 */
export async function submitOrPollAiRequest(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  const { signal } = context;
  try {
    await (request.batchId ? pollRequest(context, request) : submitRequest(context, request));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AiRequestClaimLostError) return;
    if (!(error instanceof TransientAiServiceError || error instanceof PermanentAiServiceError))
      throw error;
    await retryLater(context, request, error).catch((failure: unknown) => {
      if (!(failure instanceof AiRequestClaimLostError)) throw failure;
    });
  }
}

/** The number of milliseconds that a stopping process waits for the AI service's response to a submission. */
const SHUTDOWN_GRACE = 4000;
/** The number of milliseconds from the submission of a batch to its first poll. */
const FIRST_POLL_DELAY = 1000;

/**
 * Submits an AI request as a batch, and stores the ID of the batch. Stores the time of sending (`sentAt`) first. If the
 * process stops before the batch ID is stored, `sentAt` shows that the AI service may have received the request. Such a
 * request is never submitted again automatically, because the service does not support idempotency keys. Throws {@link
 * TransientAiServiceError} if the service definitely did not accept the request and another attempt may succeed.
 */
async function submitRequest(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  const { queries, writer, signal } = context;
  if (request.sentAt)
    return recordUnknownOutcome(queries, request, 'Octavo stopped before the response came.');
  const items = await listAiRequestItems(queries, request.id, 'pending');
  if (!(await recordAttempt(queries, request)))
    return endClaimedAiRequest(context, request, {
      event: 'end',
      pendingItemsEvent: 'cancel',
      reason: 'It was canceled before it was sent.',
    });
  const { system, answerSchema: schema } = request;
  const { maxOutputTokens } = AI_REQUEST_DEFINITIONS[request.type];
  let batch: AiBatch;
  try {
    batch = await writer.submitBatch(
      { system, schema, maxOutputTokens, items },
      delayAbort(signal, SHUTDOWN_GRACE),
    );
  } catch (error) {
    if (error instanceof PermanentAiServiceError) {
      const reason = error.message;
      return endClaimedAiRequest(context, request, {
        event: 'fail',
        pendingItemsEvent: 'err',
        reason,
        note: reason,
      });
    }
    if (!(error instanceof TransientAiServiceError)) throw error;
    if (error.mayHaveArrived) return recordUnknownOutcome(queries, request, error.message);
    await updateClaimedAiRequest(queries, request, { sentAt: null });
    throw error;
  }
  const { batchId, expiresAt } = batch;
  await updateClaimedAiRequest(queries, request, {
    batchId,
    expiresAt,
    failures: 0,
    note: null,
    pollAt: new Date(Date.now() + FIRST_POLL_DELAY),
    claimedUntil: null,
  });
}

/**
 * Stores the time of sending, before an AI request is sent. Returns false if an editor has already canceled the
 * request.
 */
async function recordAttempt(queries: Queries, request: StoredAiRequest): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const { status } = (await lockAiRequest(transaction, request.id))!;
    if (status !== 'in_progress') return false;
    await updateClaimedAiRequest(transaction, request, { sentAt: new Date() });
    return true;
  });
}

async function recordUnknownOutcome(
  queries: Queries,
  request: StoredAiRequest,
  note: string,
): Promise<void> {
  await updateClaimedAiRequest(queries, request, {
    outcomeUnknownAt: new Date(),
    note,
    claimedUntil: null,
  });
}

/** Returns a signal that aborts the given number of milliseconds after `signal` does. */
function delayAbort(signal: AbortSignal, milliseconds: number): AbortSignal {
  const delayed = new AbortController();
  const abort = () => setTimeout(() => delayed.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return delayed.signal;
}

/**
 * The time, in milliseconds, from a batch's expiration until the batch counts as overdue. Octavo then stops waiting for
 * the AI service to end the batch.
 */
const OVERDUE_AFTER = 2 * HOUR;

/**
 * Asks the AI service for the state of a request's batch. If the batch has ended, downloads the results. If the batch
 * is overdue, ends the request as expired. Throws {@link TransientAiServiceError} or
 * {@link PermanentAiServiceError} if the service does not return the state.
 */
async function pollRequest(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  const { queries, writer, signal } = context;
  if (request.status === 'canceling' && !request.cancelSent) await cancelBatch(context, request);
  const batch = await writer.getBatch(request.batchId!, signal);
  if (batch.state === 'ended') return applyResultsAndEndAiRequest(context, request);
  const now = Date.now();
  if (now > batch.expiresAt.getTime() + OVERDUE_AFTER)
    return endClaimedAiRequest(context, request, {
      event: 'expire',
      pendingItemsEvent: 'expire',
      reason: 'The service had not answered after a day.',
    });
  await updateClaimedAiRequest(queries, request, {
    failures: 0,
    note: null,
    expiresAt: batch.expiresAt,
    pollAt: nextPollAt(request, now),
    claimedUntil: null,
  });
}

/**
 * Asks the AI service to cancel a batch. If the service refuses, the next poll tries again. Results that arrive before
 * the cancellation are stored.
 */
async function cancelBatch(
  { queries, writer, signal }: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  try {
    await writer.cancelBatch(request.batchId!, signal);
    await updateClaimedAiRequest(queries, request, { cancelSent: true });
  } catch (error) {
    if (!(error instanceof PermanentAiServiceError)) throw error;
  }
}

/**
 * Returns the time of the next poll of an AI request's batch. The interval is a tenth of the request's age, but at
 * least two seconds and at most five minutes.
 */
function nextPollAt({ createdAt }: StoredAiRequest, now: number): Date {
  const age = now - createdAt.getTime();
  return new Date(now + Math.min(Math.max(age / 10, 2 * SECOND), 5 * MINUTE));
}

async function retryLater(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
  error: TransientAiServiceError | PermanentAiServiceError,
): Promise<void> {
  const now = Date.now();
  const { message } = error;
  if (now > retryDeadline(request, error))
    return endClaimedAiRequest(context, request, {
      event: 'fail',
      pendingItemsEvent: 'err',
      reason: message,
      mayBeBilled: request.batchId !== null,
      note: message,
    });
  await updateClaimedAiRequest(context.queries, request, {
    failures: request.failures + 1,
    pollAt: nextAttemptAt(request, error, now),
    note: message,
    claimedUntil: null,
  });
}

/**
 * The number of milliseconds after a batch's expiration during which its results can still be downloaded. The AI
 * service keeps results for 29 days after submission, and a batch expires after one day
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing).
 */
const RESULTS_RETENTION = 28 * DAY;

/**
 * Returns the time, in milliseconds since the epoch, until which an AI request is retried after an error. A batch costs
 * money, so a request with a batch is retried as long as the AI service keeps the results. It is retried even after
 * permanent errors, because an operator may replace a rejected API key. If the service does not find the batch, the
 * request is retried until the batch is overdue. A request without a batch is retried for a day.
 */
function retryDeadline(
  { createdAt, sentAt, batchId, expiresAt }: StoredAiRequest,
  error: TransientAiServiceError | PermanentAiServiceError,
): number {
  if (!batchId) return createdAt.getTime() + DAY;
  const expiration = expiresAt?.getTime() ?? (sentAt ?? createdAt).getTime() + DAY;
  const isNotFound = error instanceof PermanentAiServiceError && error.isNotFound;
  return expiration + (isNotFound ? OVERDUE_AFTER : RESULTS_RETENTION);
}

/**
 * Returns the time of the next attempt after a failed call to the AI service. The delay starts at five seconds and
 * doubles with each consecutive failure, up to 15 minutes. If the service asks for a longer delay, its value is used,
 * up to an hour.
 */
function nextAttemptAt(
  { failures }: StoredAiRequest,
  error: TransientAiServiceError | PermanentAiServiceError,
  now: number,
): Date {
  const retryAfter = error instanceof PermanentAiServiceError ? 0 : (error.retryAfter ?? 0);
  const backoff = Math.min(5 * SECOND * 2 ** failures, 15 * MINUTE);
  return new Date(now + Math.max(backoff, Math.min(retryAfter * SECOND, HOUR)));
}
