import {
  AI_REQUEST_ITEM_STATE_MACHINE,
  AI_REQUEST_STATE_MACHINE,
} from '#domain/statuses/ai-request-states.ts';
import { findTransition } from '#domain/statuses/state-machine.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dryRun } from '#server/platform/db/dry-run.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  listAiRequestItems,
  lockAiRequest,
  type StoredAiRequest,
  type StoredAiRequestItem,
  updateAiRequest,
  updateAiRequestItemIfStatus,
} from '#server/studio/ai-request-store/repository.ts';
import type { AiRequestItemInput } from '#server/studio/ai-request-store/request-kind.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import { type AiWriterSetup, getAiWriterOrThrow } from '#server/studio/writer/ai-writer.ts';
import { assignItemIds, createAiRequest, enqueueSubmitAndPollJob } from './create-request.ts';
import { endLockedAiRequest } from './end-request.ts';
import { AI_REQUEST_DEFINITIONS } from './request-kinds.ts';

/** Cancels an AI request. Results that arrive before the AI service stops processing the request are still stored. */
export async function cancelAiRequest(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await lockAiRequestOrThrow(transaction, id);
    const status = getNextStateOrThrow(
      AI_REQUEST_STATE_MACHINE,
      request.status,
      'cancel',
      member.role,
    );
    if (request.outcomeUnknownAt)
      throw new ConflictError(
        'We couldn’t confirm that the AI service received this request, so it can’t be canceled. You can give up on it.',
      );
    await updateAiRequest(transaction, id, { status, pollAt: new Date() });
    await recordAuditEvent(transaction, member, {
      action: 'request.cancel',
      id,
      name: request.type,
      before: { status: request.status },
      after: { status },
    });
    await enqueueSubmitAndPollJob(transaction);
  });
}

/**
 * Creates a new AI request that repeats items of an earlier request. Repeats the items in `itemIds`, or by default all
 * items that ended without a result. Leaves out items whose subject, such as an idea, can no longer be requested.
 * Returns the ID of the new request. Throws {@link ConflictError} if no items remain, or if an item in `itemIds` has a
 * result or has not ended.
 */
export async function retryAiRequest(
  queries: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  id: string,
  itemIds?: readonly string[],
): Promise<string> {
  getAiWriterOrThrow(writing);
  return queries.transaction(async (transaction) => {
    const request = await lockAiRequestOrThrow(transaction, id);
    return retryItems(transaction, writing, member, request, itemIds);
  });
}

/**
 * Gives up on an AI request if it is unknown whether the AI service received it. Its items can then be requested again.
 * The maximum cost of the request counts as spent, because the service may charge for it. Throws {@link ConflictError}
 * if the outcome is known.
 */
export async function abandonAiRequest(
  queries: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction((transaction) => giveUp(transaction, writing, member, id));
}

/**
 * Gives up on an AI request as {@link abandonAiRequest} does, and sends its items in a new request. Everything happens
 * in one transaction, so only one editor succeeds if several try at the same time. Returns the ID of the new request.
 * Throws {@link ConflictError} if the outcome is known, or if the budget does not cover both requests.
 */
export async function replaceAiRequestOfUnknownOutcome(
  queries: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  id: string,
): Promise<string> {
  getAiWriterOrThrow(writing);
  return queries.transaction(async (transaction) => {
    const request = await giveUp(transaction, writing, member, id);
    return retryItems(transaction, writing, member, request);
  });
}

async function giveUp(
  transaction: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  id: string,
): Promise<StoredAiRequest> {
  const request = await lockAiRequestOrThrow(transaction, id);
  assertOutcomeIsUnknown(request);
  await endLockedAiRequest(transaction, writing, request, {
    event: 'giveUp',
    pendingItemsEvent: 'err',
    reason: 'We couldn’t confirm that the AI service received this.',
    mayBeBilled: true,
    note: 'We couldn’t confirm that the AI service received this request, so it may still be charged.',
    member,
  });
  return request;
}

/** Throws {@link ConflictError} unless it is unknown whether the AI service received the request. */
export function assertOutcomeIsUnknown({ outcomeUnknownAt, endedAt }: StoredAiRequest): void {
  if (endedAt) throw new ConflictError('This request has ended. Reload to see what happened.');
  if (!outcomeUnknownAt)
    throw new ConflictError('The AI service has confirmed this request. Reload to see it.');
}

/**
 * Creates an AI request that repeats items of an earlier request. All of these items must have ended without a result.
 */
async function retryItems(
  transaction: Queries,
  writing: AiWriterSetup,
  member: StudioMember,
  { id, type, asked }: StoredAiRequest,
  itemIds?: readonly string[],
): Promise<string> {
  const items = await listAiRequestItems(transaction, id);
  if (itemIds?.some((itemId) => !items.some((item) => item.id === itemId)))
    throw new NotFoundError('This request has no such item.');
  const chosen = items.filter((item) =>
    itemIds
      ? itemIds.includes(item.id)
      : findTransition(AI_REQUEST_ITEM_STATE_MACHINE, item.status, 'retry'),
  );
  if (itemIds)
    for (const { status } of chosen)
      getNextStateOrThrow(AI_REQUEST_ITEM_STATE_MACHINE, status, 'retry', member.role);
  const retried = await selectRetryable(transaction, member, type, chosen);
  const newId = await createAiRequest(transaction, writing, member, {
    asked,
    inputs: retried.map(toRequestInput),
    retryOf: id,
  });
  for (const { id: itemId, status } of retried)
    await updateAiRequestItemIfStatus(transaction, itemId, status, {
      status: 'retried',
      retriedIn: newId,
    });
  await recordAuditEvent(transaction, member, {
    action: 'request.retry',
    id,
    name: type,
    after: { items: retried.length, request: newId },
  });
  return newId;
}

/** Returns those of the given items that can be requested again. Throws {@link ConflictError} if there are none. */
async function selectRetryable(
  transaction: Queries,
  actor: StudioMember,
  type: StoredAiRequest['type'],
  items: readonly StoredAiRequestItem[],
): Promise<readonly StoredAiRequestItem[]> {
  const findProblem = async (
    candidates: readonly StoredAiRequestItem[],
  ): Promise<string | undefined> => {
    const newItems = assignItemIds(candidates.map(toRequestInput));
    try {
      await dryRun(transaction, (attempt) =>
        AI_REQUEST_DEFINITIONS[type].prepare(attempt, newItems, {
          requestId: newItems[0]!.itemId,
          actor,
        }),
      );
      return undefined;
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) return error.message;
      throw error;
    }
  };
  if (!items.length)
    throw new ConflictError('There is nothing in this request that could be asked for again.');
  if ((await findProblem(items)) === undefined) return items;
  const retryable: StoredAiRequestItem[] = [];
  let firstProblem: string | undefined;
  for (const item of items) {
    const problem = await findProblem([item]);
    if (problem === undefined) retryable.push(item);
    else firstProblem ??= problem;
  }
  if (!retryable.length) throw new ConflictError(firstProblem!);
  return retryable;
}

function toRequestInput({ subjectId, details }: StoredAiRequestItem): AiRequestItemInput {
  return { subjectId, details };
}

/**
 * Returns an AI request, and locks it until the transaction ends. Throws {@link NotFoundError} if the request does not
 * exist.
 */
export async function lockAiRequestOrThrow(
  transaction: Queries,
  id: string,
): Promise<StoredAiRequest> {
  const request = await lockAiRequest(transaction, id);
  if (!request) throw new NotFoundError('There is no such request.');
  return request;
}
