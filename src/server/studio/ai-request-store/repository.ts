import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import {
  AI_REQUEST_STATE_MACHINE,
  type AiRequestItemStatus,
  type AiRequestStatus,
} from '#domain/statuses/ai-request-states.ts';
import { listSourceStates } from '#domain/statuses/state-machine.ts';
import type { AiRequestType } from '#domain/studio/ai-requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { requestItems, writingRequests } from './schema.ts';

export type StoredRequest = typeof writingRequests.$inferSelect;
export type StoredItem = typeof requestItems.$inferSelect;

export async function insertRequest(
  transaction: Queries,
  request: typeof writingRequests.$inferInsert,
  items: readonly (typeof requestItems.$inferInsert)[],
): Promise<void> {
  await transaction.insert(writingRequests).values(request);
  await transaction.insert(requestItems).values([...items]);
}

export async function findRequest(
  queries: Queries,
  id: string,
): Promise<StoredRequest | undefined> {
  const [row] = await queries.select().from(writingRequests).where(eq(writingRequests.id, id));
  return row;
}

/** Returns an AI request, and locks it until the transaction ends. */
export async function lockRequest(
  transaction: Queries,
  id: string,
): Promise<StoredRequest | undefined> {
  const [row] = await transaction
    .select()
    .from(writingRequests)
    .where(eq(writingRequests.id, id))
    .for('update');
  return row;
}

/**
 * Returns the AI request with the given idempotency key, or `undefined` if there is none. Other transactions that look
 * up the same key wait until this transaction ends.
 */
export async function lockRequestByIdempotencyKey(
  transaction: Queries,
  idempotencyKey: string,
): Promise<StoredRequest | undefined> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`request ${idempotencyKey}`}, 0))`,
  );
  const [row] = await transaction
    .select()
    .from(writingRequests)
    .where(eq(writingRequests.idempotencyKey, idempotencyKey));
  return row;
}

export async function updateRequest(
  queries: Queries,
  id: string,
  changes: Partial<StoredRequest>,
): Promise<void> {
  await queries.update(writingRequests).set(changes).where(eq(writingRequests.id, id));
}

/**
 * Milliseconds until a worker's claim to an AI request expires. Another worker can then take over the request, for
 * example after a crash.
 */
export const CLAIM_MILLISECONDS = 2 * 60 * 1000;

/**
 * Thrown if another worker has claimed the AI request. The worker that gets this error must not change the request any
 * more.
 */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

/**
 * SQL condition for the AI requests that workers process: they have not ended, and they are not waiting for an editor's
 * decision.
 */
const isPollable = and(
  inArray(writingRequests.status, [...new Set(listSourceStates(AI_REQUEST_STATE_MACHINE, 'end'))]),
  isNull(writingRequests.outcomeUnknownAt),
);

/**
 * Claims the AI request that has been due the longest, and gives it a new fencing token. Returns `undefined` if no
 * request is due.
 */
export async function claimNextRequest(
  queries: Queries,
  now: Date,
): Promise<StoredRequest | undefined> {
  const isFree = or(isNull(writingRequests.claimedUntil), lte(writingRequests.claimedUntil, now));
  const next = queries
    .select({ id: writingRequests.id })
    .from(writingRequests)
    .where(and(isPollable, lte(writingRequests.pollAt, now), isFree))
    .orderBy(asc(writingRequests.pollAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queries
    .update(writingRequests)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MILLISECONDS), claim: newId() })
    .where(inArray(writingRequests.id, next))
    .returning();
  return row;
}

/**
 * Updates a claimed AI request. Throws {@link ClaimLostError} if the request's fencing token has changed since the
 * request was read, because another worker has claimed the request.
 */
export async function updateClaimedRequest(
  queries: Queries,
  { id, claim }: Pick<StoredRequest, 'id' | 'claim'>,
  changes: Partial<StoredRequest>,
): Promise<void> {
  const updated = await queries
    .update(writingRequests)
    .set(changes)
    .where(
      and(
        eq(writingRequests.id, id),
        sql`${writingRequests.claim} IS NOT DISTINCT FROM ${claim}::uuid`,
      ),
    )
    .returning({ id: writingRequests.id });
  if (!updated.length) throw new ClaimLostError(id);
}

/** Returns the earliest time at which an open AI request can be claimed. Returns `undefined` if no request is open. */
export async function findNextPollTime(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries
    .select({
      at: sql<
        string | null
      >`min(greatest(${writingRequests.pollAt}, coalesce(${writingRequests.claimedUntil}, ${writingRequests.pollAt})))::text`,
    })
    .from(writingRequests)
    .where(isPollable);
  return row?.at ? new Date(row.at) : undefined;
}

export async function findItems(
  queries: Queries,
  requestId: string,
  status?: AiRequestItemStatus,
): Promise<StoredItem[]> {
  return queries
    .select()
    .from(requestItems)
    .where(and(eq(requestItems.requestId, requestId), status && eq(requestItems.status, status)))
    .orderBy(asc(requestItems.position));
}

/**
 * Returns an item of an AI request if the item is pending, and locks it until the transaction ends. Otherwise returns
 * `undefined`.
 */
export async function lockPendingItem(
  transaction: Queries,
  id: string,
): Promise<StoredItem | undefined> {
  const [row] = await transaction
    .select()
    .from(requestItems)
    .where(and(eq(requestItems.id, id), eq(requestItems.status, 'pending')))
    .for('update');
  return row;
}

/** Updates an item of an AI request if its status is `from`. Returns false if the item has another status. */
export async function updateItem(
  transaction: Queries,
  id: string,
  from: AiRequestItemStatus,
  changes: Partial<StoredItem>,
): Promise<boolean> {
  const changed = await transaction
    .update(requestItems)
    .set(changes)
    .where(and(eq(requestItems.id, id), eq(requestItems.status, from)))
    .returning({ id: requestItems.id });
  return changed.length > 0;
}

export interface AiRequestFilters {
  type?: AiRequestType | undefined;
  status?: AiRequestStatus | undefined;
}

/** Lists AI requests, newest first. With `after`, lists only requests that are older than the request with that ID. */
export async function listRequests(
  queries: Queries,
  { type, status }: AiRequestFilters,
  limit: number,
  after?: string,
): Promise<StoredRequest[]> {
  return queries
    .select()
    .from(writingRequests)
    .where(
      and(
        type && eq(writingRequests.type, type),
        status && eq(writingRequests.status, status),
        after ? lt(writingRequests.id, sql`${after}::uuid`) : undefined,
      ),
    )
    .orderBy(desc(writingRequests.id))
    .limit(limit);
}

export interface ItemTotals {
  requestId: string;
  status: AiRequestItemStatus;
  count: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
  /** Cost in US dollars that the items would have if every result had the maximum length. */
  greatestCost: number;
}

/** Sums the costs of the given AI requests' items, by request and item status. */
export async function sumItemsByRequestAndStatus(
  queries: Queries,
  requestIds: readonly string[],
): Promise<ItemTotals[]> {
  if (!requestIds.length) return [];
  const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`;
  return queries
    .select({
      requestId: requestItems.requestId,
      status: requestItems.status,
      count: sql<number>`count(*)::int`,
      inputTokens: sum(requestItems.inputTokens),
      outputTokens: sum(requestItems.outputTokens),
      cost: sql<number>`coalesce(sum(${requestItems.cost}), 0)::float8`,
      greatestCost: sql<number>`coalesce(sum(${requestItems.estimate}), 0)::float8`,
    })
    .from(requestItems)
    .where(inArray(requestItems.requestId, [...requestIds]))
    .groupBy(requestItems.requestId, requestItems.status);
}

/**
 * Sums the costs, in US dollars, of the AI requests created since the given time: the amount spent on results, and the
 * amount reserved for pending items.
 */
export async function sumCosts(
  queries: Queries,
  since: Date,
): Promise<{ spent: number; reserved: number }> {
  const [row] = await queries
    .select({
      spent: sql<number>`coalesce(sum(${requestItems.cost}), 0)::float8`,
      reserved: sql<number>`coalesce(sum(${requestItems.estimate}) FILTER (WHERE ${requestItems.status} = 'pending'), 0)::float8`,
    })
    .from(requestItems)
    .innerJoin(writingRequests, eq(writingRequests.id, requestItems.requestId))
    .where(gte(writingRequests.createdAt, since));
  return row!;
}

/**
 * Locks the month's AI budget until the transaction ends, so that concurrent requests cannot exceed the budget
 * together.
 */
export async function lockBudget(transaction: Queries): Promise<void> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('writing budget', 0))`,
  );
}

/** Returns the batch IDs of all AI requests except the one with the given ID. */
export async function findOtherBatchIds(queries: Queries, id: string): Promise<Set<string>> {
  const rows = await queries
    .select({ batchId: writingRequests.batchId })
    .from(writingRequests)
    .where(ne(writingRequests.id, id));
  return new Set(rows.flatMap(({ batchId }) => batchId ?? []));
}
