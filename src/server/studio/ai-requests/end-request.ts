import {
  AI_REQUEST_ITEM_STATE_MACHINE,
  AI_REQUEST_STATE_MACHINE,
  type AiRequestItemStatus,
} from '#domain/statuses/ai-request-states.ts';
import type { MachineEventName } from '#domain/statuses/state-machine.ts';
import { toStorableJson } from '#domain/storable-json.ts';
import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError, NotFoundError } from '#server/platform/errors.ts';
import {
  listAiRequestItems,
  lockAiRequest,
  lockPendingAiRequestItem,
  type StoredAiRequest,
  type StoredAiRequestItem,
  updateAiRequest,
  updateAiRequestItemIfStatus,
} from '#server/studio/ai-request-store/repository.ts';
import {
  type AiRequestDefinition,
  UnusableResultError,
} from '#server/studio/ai-request-store/request-kind.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import type {
  AiWriter,
  AiWriterSetup,
  BatchItemResult,
  TokenUsageAndCost,
} from '#server/studio/writer/ai-writer.ts';
import { createAiRequest } from './create-request.ts';
import { AI_REQUEST_DEFINITIONS } from './request-kinds.ts';

/** The dependencies of the functions that process AI requests. The functions stop when `signal` is aborted. */
export interface AiRequestProcessingContext {
  queries: Queries;
  writing: AiWriterSetup;
  writer: AiWriter;
  signal: AbortSignal;
}

/**
 * Downloads the results of a batch that has ended, applies each result as it arrives, and ends the AI request. After an
 * interruption, the next attempt downloads all results again and skips those that are already stored. If one result
 * causes an unexpected error, the other results are still applied. The error is thrown at the end, and the request
 * stays open.
 */
export async function applyResultsAndEndAiRequest(
  context: AiRequestProcessingContext,
  request: StoredAiRequest,
): Promise<void> {
  const { queries, writer, signal } = context;
  const itemIds = new Set((await listAiRequestItems(queries, request.id)).map(({ id }) => id));
  const errors: unknown[] = [];
  for await (const result of writer.streamResults(request.batchId!, signal)) {
    signal.throwIfAborted();
    if (!itemIds.has(result.itemId)) continue;
    await applyResult(queries, request.type, result).catch((error: unknown) => errors.push(error));
  }
  if (errors.length) throw errors[0];
  const hasExpired = (await listAiRequestItems(queries, request.id, 'expired')).length > 0;
  await endClaimedAiRequest(context, request, {
    event: hasExpired ? 'expire' : 'end',
    pendingItemsEvent: 'err',
    reason: 'The service had no answer to this one.',
  });
}

interface RequestEnd {
  event: Exclude<MachineEventName<typeof AI_REQUEST_STATE_MACHINE>, 'cancel'>;
  /** The event that ends each item that is still pending. `reason` is stored with each of these items. */
  pendingItemsEvent: 'cancel' | 'expire' | 'err';
  reason: string | null;
  /** True if the AI service may charge for the pending items. In that case, their maximum cost counts as spent. */
  mayBeBilled?: boolean;
  note?: string;
  /** The editor who ends the request. Undefined if a worker ends the request. */
  member?: StudioMember;
}

/**
 * Ends an AI request that this worker has claimed. Does nothing if the request has already ended, or if another worker
 * has claimed it.
 */
export async function endClaimedAiRequest(
  { queries, writing }: { queries: Queries; writing: AiWriterSetup },
  { id, claim }: Pick<StoredAiRequest, 'id' | 'claim'>,
  end: RequestEnd,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await lockAiRequest(transaction, id);
    if (!request || request.endedAt || request.claim !== claim) return;
    await endLockedAiRequest(transaction, writing, request, end);
  });
}

/** Ends a locked AI request and its pending items. Creates the follow-up request if the request type has one. */
export async function endLockedAiRequest(
  transaction: Queries,
  writing: AiWriterSetup,
  request: StoredAiRequest,
  { event, pendingItemsEvent, reason, mayBeBilled = false, note, member }: RequestEnd,
): Promise<void> {
  const { id, type } = request;
  const kind = AI_REQUEST_DEFINITIONS[type];
  for (const { id: itemId } of await listAiRequestItems(transaction, id, 'pending')) {
    const item = await lockPendingAiRequestItem(transaction, itemId);
    if (!item) continue;
    const usage = mayBeBilled ? { usage: getGreatestUsage(item) } : {};
    await endItem(transaction, kind, item, { event: pendingItemsEvent, reason, ...usage });
  }
  const status = getNextStateOrThrow(
    AI_REQUEST_STATE_MACHINE,
    request.status,
    event,
    member?.role ?? 'service',
  );
  const items = await listAiRequestItems(transaction, id);
  const problem = await createFollowUp(transaction, writing, request, items);
  await updateAiRequest(transaction, id, {
    status,
    endedAt: new Date(),
    claimedUntil: null,
    note: note ?? problem ?? null,
  });
  await recordAuditEvent(transaction, member, {
    action: `request.${event}`,
    id,
    name: type,
    before: { status: request.status },
    after: { status, items: countByStatus(items), ...(note && { note }) },
  });
}

/** The event that ends an item whose result has no text, by the kind of result. */
const ITEM_EVENTS = { errored: 'err', canceled: 'cancel', expired: 'expire' } as const;

/**
 * Applies the result of an item, and stores the item's new status in the same transaction. Does nothing unless the item
 * is pending, so that each result is applied only once. If the result cannot be used, only the item is updated. Its
 * `reason` then explains why.
 */
async function applyResult(
  queries: Queries,
  type: AiRequestType,
  result: BatchItemResult,
): Promise<void> {
  const kind = AI_REQUEST_DEFINITIONS[type];
  const withPendingItem = (
    change: (transaction: Queries, item: StoredAiRequestItem) => Promise<void>,
  ) =>
    queries.transaction(async (transaction) => {
      const item = await lockPendingAiRequestItem(transaction, result.itemId);
      if (item) await change(transaction, item);
    });
  if (result.kind !== 'message') {
    const reason = result.kind === 'errored' ? result.reason : null;
    return withPendingItem((transaction, item) =>
      endItem(transaction, kind, item, { event: ITEM_EVENTS[result.kind], reason }),
    );
  }
  try {
    await withPendingItem(async (transaction, item) => {
      const { outcomes, remarks = [] } = await kind.applyResult(
        transaction,
        item,
        parseResult(kind, result),
      );
      const status = getNextStateOrThrow(
        AI_REQUEST_ITEM_STATE_MACHINE,
        item.status,
        'succeed',
        'service',
      );
      const usage = result.usage ?? getGreatestUsage(item);
      await updateAiRequestItemIfStatus(transaction, item.id, 'pending', {
        status,
        outcomes,
        remarks,
        ...usage,
      });
    });
  } catch (error) {
    if (!isUnusable(error)) throw error;
    await withPendingItem((transaction, item) =>
      endItem(transaction, kind, item, {
        event: 'refuse',
        reason: error.message,
        usage: result.usage ?? getGreatestUsage(item),
      }),
    );
  }
}

/** The maximum number of schema errors to list in the reason why a result is unusable. */
const MAX_LISTED_PROBLEMS = 4;

/**
 * Parses the text of an AI result. Throws {@link UnusableResultError} if the text does not match the schema of the
 * request type.
 */
function parseResult(
  { resultSchema }: AiRequestDefinition,
  { text, stopReason }: Extract<BatchItemResult, { kind: 'message' }>,
): unknown {
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded')
    throw new UnusableResultError('The answer was cut off: it is longer than it may be.');
  if (stopReason === 'refusal') throw new UnusableResultError('The model declined to answer this.');
  let value: unknown;
  try {
    value = toStorableJson(JSON.parse(text));
  } catch {
    throw new UnusableResultError('The answer is not JSON.');
  }
  const parsed = resultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, MAX_LISTED_PROBLEMS)
    .map(({ path, message }) => (path.length ? `${path.join('.')}: ${message}` : message));
  const more = parsed.error.issues.length - problems.length;
  throw new UnusableResultError(
    `The answer is not what was asked for: ${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
  );
}

/**
 * Returns true if another attempt would fail with the same error, for example because the article that the request is
 * about was deleted.
 */
function isUnusable(error: unknown): error is Error {
  return [UnusableResultError, ConflictError, InvalidRequestError, NotFoundError].some(
    (each) => error instanceof each,
  );
}

interface ItemEnd {
  event: Exclude<MachineEventName<typeof AI_REQUEST_ITEM_STATE_MACHINE>, 'succeed' | 'retry'>;
  reason: string | null;
  usage?: TokenUsageAndCost;
}

/** Ends a locked pending item without a result, so that the item's subject can be requested again. */
async function endItem(
  transaction: Queries,
  kind: AiRequestDefinition,
  item: StoredAiRequestItem,
  { event, reason, usage }: ItemEnd,
): Promise<void> {
  const actor = event === 'refuse' ? 'job' : 'service';
  const status = getNextStateOrThrow(AI_REQUEST_ITEM_STATE_MACHINE, item.status, event, actor);
  await kind.release?.(transaction, item);
  await updateAiRequestItemIfStatus(transaction, item.id, 'pending', { status, reason, ...usage });
}

/**
 * Returns the usage to record for an item if the AI service has not reported any: no tokens, and the cost of a result
 * with the maximum length.
 */
function getGreatestUsage({ estimate }: StoredAiRequestItem): TokenUsageAndCost {
  return { inputTokens: 0, outputTokens: 0, cost: estimate };
}

/**
 * Creates the follow-up to an AI request that has ended, such as a review of the articles that were written. If this
 * fails, returns the reason for the failure as a sentence for editors.
 */
async function createFollowUp(
  transaction: Queries,
  writing: AiWriterSetup,
  { type, asked }: StoredAiRequest,
  items: readonly StoredAiRequestItem[],
): Promise<string | undefined> {
  const stored = items.flatMap(({ outcomes }) => outcomes);
  const next = AI_REQUEST_DEFINITIONS[type].followUp?.(asked, stored);
  if (!next) return undefined;
  try {
    await transaction.transaction((savepoint) =>
      createAiRequest(savepoint, writing, undefined, { asked: next }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    return `The reviews could not be asked for. ${error.message}`;
  }
}

function countByStatus(
  items: readonly StoredAiRequestItem[],
): Partial<Record<AiRequestItemStatus, number>> {
  const counts: Partial<Record<AiRequestItemStatus, number>> = {};
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
