import { ITEM_STATES } from '#domain/statuses/machines.ts';
import type { EventOf } from '#domain/statuses/state-machine.ts';
import { toStorable } from '#domain/storable-text.ts';
import type { RequestType } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidError, NotFoundError } from '#server/platform/errors.ts';
import {
  lockPendingItem,
  type StoredItem,
  updateItem,
} from '#server/studio/request-store/repository.ts';
import {
  type RequestKind,
  UnusableResultError,
} from '#server/studio/request-store/request-kind.ts';
import { requireTransition } from '#server/studio/states/require-transition.ts';
import type { BatchResult, Usage } from '#server/studio/writer/ai-writer.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

/** Maximum number of schema errors that the reason for an unusable result lists. */
const MAX_LISTED_PROBLEMS = 4;

/** Event that ends an item, for each kind of AI result without a message. */
const EVENTS = { errored: 'err', canceled: 'cancel', expired: 'expire' } as const;

/**
 * Applies a result to the subject of its item, in the transaction that stores the item's new status. Does nothing
 * unless the item is pending, so that each result is applied only once. If the result cannot be used, only the item
 * changes, and its reason explains why.
 */
export async function applyResult(
  queries: Queries,
  type: RequestType,
  result: BatchResult,
): Promise<void> {
  const kind = REQUEST_KINDS[type];
  const withPendingItem = (change: (transaction: Queries, item: StoredItem) => Promise<void>) =>
    queries.transaction(async (transaction) => {
      const item = await lockPendingItem(transaction, result.itemId);
      if (item) await change(transaction, item);
    });
  if (result.kind !== 'message') {
    const reason = result.kind === 'errored' ? result.reason : null;
    return withPendingItem((transaction, item) =>
      endItem(transaction, kind, item, { event: EVENTS[result.kind], reason }),
    );
  }
  try {
    await withPendingItem(async (transaction, item) => {
      const { outcomes, remarks = [] } = await kind.applyResult(
        transaction,
        item,
        parseResult(kind, result),
      );
      const status = requireTransition(ITEM_STATES, item.status, 'succeed', 'service');
      const usage = result.usage ?? getGreatestUsage(item);
      await updateItem(transaction, item.id, 'pending', { status, outcomes, remarks, ...usage });
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

interface ItemEnd {
  event: Exclude<EventOf<typeof ITEM_STATES>, 'succeed' | 'retry'>;
  reason: string | null;
  usage?: Usage;
}

/** Ends a locked pending item without a result, and releases its subject. */
export async function endItem(
  transaction: Queries,
  kind: RequestKind,
  item: StoredItem,
  { event, reason, usage }: ItemEnd,
): Promise<void> {
  const actor = event === 'refuse' ? 'job' : 'service';
  const status = requireTransition(ITEM_STATES, item.status, event, actor);
  await kind.release?.(transaction, item);
  await updateItem(transaction, item.id, 'pending', { status, reason, ...usage });
}

/**
 * Returns the usage that is assumed if the AI service reports none. Its cost is that of a result with the maximum
 * length.
 */
export function getGreatestUsage({ estimate }: StoredItem): Usage {
  return { inputTokens: 0, outputTokens: 0, cost: estimate };
}

/** Returns true if an error would occur again on another attempt, for example because the subject was deleted. */
function isUnusable(error: unknown): error is Error {
  return [UnusableResultError, ConflictError, InvalidError, NotFoundError].some(
    (each) => error instanceof each,
  );
}

/**
 * Parses the text of an AI result. Throws {@link UnusableResultError} if the text does not match the request type's
 * schema.
 */
function parseResult(
  { resultSchema }: RequestKind,
  { text, stopReason }: Extract<BatchResult, { kind: 'message' }>,
): unknown {
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded')
    throw new UnusableResultError('The answer was cut off: it is longer than it may be.');
  if (stopReason === 'refusal') throw new UnusableResultError('The model declined to answer this.');
  let value: unknown;
  try {
    value = toStorable(JSON.parse(text));
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
