import type { AiRequestSubmissionStatus } from '#domain/studio/ai-requests.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { BusyError, NotFoundError } from '#server/platform/errors.ts';
import {
  findAiRequest,
  listAiRequestItems,
  listBatchIdsOfOtherAiRequests,
  type StoredAiRequest,
  updateAiRequest,
} from '#server/studio/ai-request-store/repository.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  type AiBatch,
  type AiWriter,
  type AiWriterSetup,
  getAiWriterOrThrow,
  PermanentAiServiceError,
  TransientAiServiceError,
} from '#server/studio/writer/ai-writer.ts';
import { enqueueSubmitAndPollJob } from './create-request.ts';
import { assertOutcomeIsUnknown, lockAiRequestOrThrow } from './editor-actions.ts';

/**
 * The maximum number of milliseconds between the time when a request was sent and the time when its batch was created.
 * The two times come from different machines, whose clocks may disagree.
 */
const SUBMITTED_WITHIN = 10 * 60 * 1000;
/**
 * The timeout, in milliseconds, for checking whether the AI service received a request. It covers all calls to the
 * service.
 */
export const SUBMISSION_CHECK_TIMEOUT_MILLISECONDS = 20_000;
/** The number of seconds after which the client may repeat a failed check. */
const RETRY_AFTER = 60;

/**
 * Checks whether the AI service received a request whose outcome is unknown, by searching the service's batches for the
 * request's items. Item IDs appear only in the results of a batch, so a batch can be identified only after it has
 * ended. If a batch contains the items, attaches the batch to the request. A job then downloads the results. Throws
 * {@link BusyError} if the service returns an error or does not respond in time, and `ConflictError` if the outcome is
 * known.
 */
export async function checkAiRequestSubmission(
  queries: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  id: string,
): Promise<AiRequestSubmissionStatus> {
  const writer = getAiWriterOrThrow(writing);
  const signal = AbortSignal.timeout(SUBMISSION_CHECK_TIMEOUT_MILLISECONDS);
  const request = await findAiRequest(queries, id);
  if (!request) throw new NotFoundError('There is no such request.');
  assertOutcomeIsUnknown(request);
  try {
    const candidates = await listCandidates(queries, writer, request, signal);
    const itemIds = new Set((await listAiRequestItems(queries, id)).map((item) => item.id));
    for (const batch of candidates.filter(({ state }) => state === 'ended'))
      if (itemIds.has((await findFirstItemId(writer, batch, signal)) ?? '')) {
        await attachBatch(queries, member, id, batch);
        return 'received';
      }
    return candidates.some(({ state }) => state !== 'ended') ? 'possiblyInProgress' : 'notFound';
  } catch (error) {
    if (signal.aborted)
      throw new BusyError('The AI service didn’t answer in time. Please try again.', RETRY_AFTER);
    if (error instanceof TransientAiServiceError || error instanceof PermanentAiServiceError)
      throw new BusyError(error.message, RETRY_AFTER);
    throw error;
  }
}

/**
 * Lists the batches at the AI service that may belong to a request. Each of them was created around the time at which
 * the request was sent, has as many items as the request, and is not attached to another request.
 */
async function listCandidates(
  queries: Queries,
  writer: AiWriter,
  { id, sentAt }: StoredAiRequest,
  signal: AbortSignal,
): Promise<AiBatch[]> {
  const { length: itemCount } = await listAiRequestItems(queries, id);
  const otherBatchIds = await listBatchIdsOfOtherAiRequests(queries, id);
  const since = new Date(sentAt!.getTime() - SUBMITTED_WITHIN);
  const until = new Date(sentAt!.getTime() + SUBMITTED_WITHIN);
  const candidates: AiBatch[] = [];
  for await (const batch of writer.listBatchesSince(since, signal))
    if (
      batch.createdAt <= until &&
      batch.itemCount === itemCount &&
      !otherBatchIds.has(batch.batchId)
    )
      candidates.push(batch);
  return candidates;
}

/** Returns the item ID of a batch's first result. Returns `undefined` if the results are not available. */
async function findFirstItemId(
  writer: AiWriter,
  { batchId }: AiBatch,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    for await (const { itemId } of writer.streamResults(batchId, signal)) return itemId;
  } catch (error) {
    if (!(error instanceof PermanentAiServiceError && error.isNotFound)) throw error;
  }
  return undefined;
}

async function attachBatch(
  queries: Queries,
  member: StudioMember,
  id: string,
  { batchId, expiresAt }: AiBatch,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await lockAiRequestOrThrow(transaction, id);
    // Another editor may have confirmed the request or given up on it since the check began.
    if (request.batchId === batchId) return;
    assertOutcomeIsUnknown(request);
    await updateAiRequest(transaction, id, {
      batchId,
      expiresAt,
      outcomeUnknownAt: null,
      note: null,
      pollAt: new Date(),
    });
    await recordAuditEvent(transaction, member, {
      action: 'request.confirm',
      id,
      name: request.type,
      after: { batch: batchId },
    });
    await enqueueSubmitAndPollJob(transaction);
  });
}
