import { type ItemStatus, REQUEST_STATES } from '#domain/statuses/machines.ts';
import type { EventOf } from '#domain/statuses/state-machine.ts';
import type { Member } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  findItems,
  lockPendingItem,
  lockRequest,
  type StoredItem,
  type StoredRequest,
  updateRequest,
} from '#server/studio/request-store/repository.ts';
import { requireTransition } from '#server/studio/states/require-transition.ts';
import type { AiWriting } from '#server/studio/writer/ai-writer.ts';
import { endItem, getGreatestUsage } from './apply.ts';
import { createRequest } from './create-request.ts';
import { REQUEST_KINDS } from './request-kinds.ts';

interface RequestEnd {
  event: Exclude<EventOf<typeof REQUEST_STATES>, 'cancel'>;
  /** Event for the items that are still pending. `reason` is stored with each of these items. */
  leftovers: 'cancel' | 'expire' | 'err';
  reason: string | null;
  /** True if the AI service may charge for the pending items. Their maximum cost then counts as spent. */
  mayBeBilled?: boolean;
  note?: string;
  /** The editor who ends the request. Undefined if a worker ends the request. */
  member?: Member;
}

/**
 * Ends an AI request that this worker has claimed. Does nothing if the request has already ended, or if another worker
 * has claimed it.
 */
export async function finishRequest(
  { queries, writing }: { queries: Queries; writing: AiWriting },
  { id, claim }: Pick<StoredRequest, 'id' | 'claim'>,
  end: RequestEnd,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await lockRequest(transaction, id);
    if (!request || request.endedAt || request.claim !== claim) return;
    await finishLockedRequest(transaction, writing, request, end);
  });
}

/** Ends a locked AI request and its pending items. Creates the follow-up request if the request type has one. */
export async function finishLockedRequest(
  transaction: Queries,
  writing: AiWriting,
  request: StoredRequest,
  { event, leftovers, reason, mayBeBilled = false, note, member }: RequestEnd,
): Promise<void> {
  const { id, type } = request;
  const kind = REQUEST_KINDS[type];
  for (const { id: itemId } of await findItems(transaction, id, 'pending')) {
    const item = await lockPendingItem(transaction, itemId);
    if (!item) continue;
    const usage = mayBeBilled ? { usage: getGreatestUsage(item) } : {};
    await endItem(transaction, kind, item, { event: leftovers, reason, ...usage });
  }
  const status = requireTransition(
    REQUEST_STATES,
    request.status,
    event,
    member?.role ?? 'service',
  );
  const items = await findItems(transaction, id);
  const problem = await createFollowUp(transaction, writing, request, items);
  await updateRequest(transaction, id, {
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

/**
 * Creates the AI request that follows another one, such as a review. If this fails, returns the reason as a sentence
 * for editors.
 */
async function createFollowUp(
  transaction: Queries,
  writing: AiWriting,
  { type, asked }: StoredRequest,
  items: readonly StoredItem[],
): Promise<string | undefined> {
  const stored = items.flatMap(({ outcomes }) => outcomes);
  const next = REQUEST_KINDS[type].followUp?.(asked, stored);
  if (!next) return undefined;
  try {
    await transaction.transaction((savepoint) =>
      createRequest(savepoint, writing, undefined, { asked: next }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    return `The reviews could not be asked for. ${error.message}`;
  }
}

function countByStatus(items: readonly StoredItem[]): Partial<Record<ItemStatus, number>> {
  const counts: Partial<Record<ItemStatus, number>> = {};
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
