import { ITEM_STATES, type ItemStatus, REQUEST_STATES } from '#domain/statuses/machines.ts';
import type { EventOf } from '#domain/statuses/state-machine.ts';
import { storable } from '#domain/storable.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidError, NotFoundError } from '#server/platform/errors.ts';
import { record } from '#server/studio/audit/service.ts';
import { requireTransition } from '#server/studio/states/service.ts';
import type { BatchResult, Usage } from '#server/studio/writer/ai-writer.ts';
import {
  findItems,
  lockPendingItem,
  lockRequest,
  type StoredItem,
  type StoredRequest,
  updateItem,
  updateRequest,
} from './repository.ts';
import { type RequestKind, UnusableResultError } from './request-kind.ts';

/** What is wrong with an answer, in so many points. */
const MOST_FAULTS = 4;

/**
 * Stores an answer with what it says in one transaction, once: of an item that has come to an end before, nothing is
 * changed. An answer that is of no use is kept out, and the item says why.
 */
export async function storeAnswer(
  queries: Queries,
  kind: RequestKind,
  answer: BatchResult,
): Promise<void> {
  if (answer.kind !== 'message') {
    const reason = answer.kind === 'errored' ? answer.reason : null;
    const event =
      answer.kind === 'errored' ? 'err' : answer.kind === 'canceled' ? 'cancel' : 'expire';
    await queries.transaction(async (transaction) => {
      const item = await lockPendingItem(transaction, answer.itemId);
      if (item) await endItem(transaction, kind, item, event, reason);
    });
    return;
  }
  try {
    await queries.transaction(async (transaction) => {
      const item = await lockPendingItem(transaction, answer.itemId);
      if (!item) return;
      const { outcomes, remarks = [] } = await kind.applyResult(
        transaction,
        item,
        readAnswer(kind, answer),
      );
      const status = requireTransition(ITEM_STATES, item.status, 'succeed', 'service');
      await updateItem(transaction, item.id, 'pending', {
        status,
        outcomes,
        remarks,
        ...spentOn(item, answer.usage),
      });
    });
  } catch (error) {
    if (!isOfNoUse(error)) throw error;
    await queries.transaction(async (transaction) => {
      const item = await lockPendingItem(transaction, answer.itemId);
      if (!item) return;
      const spent = spentOn(item, answer.usage);
      await endItem(transaction, kind, item, 'refuse', error.message, spent);
    });
  }
}

/**
 * Ends what is left of a request, and the request itself, in one transaction. One that has ended, or that another process
 * has claimed by now, stays as it is.
 */
export async function finishRequest(
  queries: Queries,
  kind: RequestKind,
  { id, claim }: Pick<StoredRequest, 'id' | 'claim'>,
  {
    event,
    leftovers,
    reason,
    mayBeBilled = false,
    note,
  }: {
    event: Exclude<EventOf<typeof REQUEST_STATES>, 'cancel'>;
    /** What becomes of items without an answer, and why. */
    leftovers: 'cancel' | 'expire' | 'err';
    reason: string | null;
    /** Whether the service may have been paid for items without an answer. */
    mayBeBilled?: boolean;
    note?: string;
  },
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await lockRequest(transaction, id);
    if (!request || request.endedAt || request.claim !== claim) return;
    for (const item of await findItems(transaction, id, 'pending')) {
      const locked = await lockPendingItem(transaction, item.id);
      if (!locked) continue;
      const spent = mayBeBilled ? spentOn(locked, undefined) : undefined;
      await endItem(transaction, kind, locked, leftovers, reason, spent);
    }
    const status = requireTransition(REQUEST_STATES, request.status, event, 'service');
    const ended: StoredRequest = { ...request, status, endedAt: new Date(), claimedUntil: null };
    const items = await findItems(transaction, id);
    const follows = await kind.whenEnded?.(transaction, ended, items);
    await updateRequest(transaction, id, {
      status,
      endedAt: ended.endedAt,
      claimedUntil: null,
      note: note ?? follows ?? null,
    });
    await record(transaction, undefined, {
      action: `request.${event}`,
      id,
      name: request.type,
      before: { status: request.status },
      after: { status, items: countsOf(items), ...(note && { note }) },
    });
  });
}

/** What it is about may have gone elsewhere meanwhile: then an answer comes too late. */
function isOfNoUse(error: unknown): error is Error {
  return [UnusableResultError, ConflictError, InvalidError, NotFoundError].some(
    (each) => error instanceof each,
  );
}

async function endItem(
  transaction: Queries,
  kind: RequestKind,
  item: StoredItem,
  event: Exclude<EventOf<typeof ITEM_STATES>, 'succeed' | 'retry'>,
  reason: string | null,
  spent?: Usage,
): Promise<void> {
  const actor = event === 'refuse' ? 'job' : 'service';
  const status = requireTransition(ITEM_STATES, item.status, event, actor);
  await kind.release(transaction, item);
  await updateItem(transaction, item.id, 'pending', { status, reason, ...spent });
}

/** What an item took; all that was kept back for it, where the service does not say. */
function spentOn({ estimate }: StoredItem, usage: Usage | undefined): Usage {
  return usage ?? { inputTokens: 0, outputTokens: 0, cost: estimate };
}

/** What an answer says, as its kind wants it. Throws {@link UnusableResultError}. */
function readAnswer(
  { resultSchema: schema }: RequestKind,
  { text, stopReason }: Extract<BatchResult, { kind: 'message' }>,
): unknown {
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded')
    throw new UnusableResultError('The answer was cut off: it is longer than it may be.');
  if (stopReason === 'refusal') throw new UnusableResultError('The model declined to answer this.');
  let said: unknown;
  try {
    said = storable(JSON.parse(text));
  } catch {
    throw new UnusableResultError('The answer is not JSON.');
  }
  const parsed = schema.safeParse(said);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => (path.length ? `${path.join('.')}: ${message}` : message));
  const more = parsed.error.issues.length - faults.length;
  throw new UnusableResultError(
    `The answer is not what was asked for: ${faults.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
  );
}

function countsOf(items: readonly StoredItem[]): Partial<Record<ItemStatus, number>> {
  const counts: Partial<Record<ItemStatus, number>> = {};
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
