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
import { aiRequestItems, aiRequests } from './schema.ts';

export type StoredAiRequest = typeof aiRequests.$inferSelect;
export type StoredAiRequestItem = typeof aiRequestItems.$inferSelect;

export async function insertAiRequest(
  transaction: Queries,
  request: typeof aiRequests.$inferInsert,
  items: readonly (typeof aiRequestItems.$inferInsert)[],
): Promise<void> {
  await transaction.insert(aiRequests).values(request);
  await transaction.insert(aiRequestItems).values([...items]);
}

export async function findAiRequest(
  queries: Queries,
  id: string,
): Promise<StoredAiRequest | undefined> {
  const [row] = await queries.select().from(aiRequests).where(eq(aiRequests.id, id));
  return row;
}

/** Returns an AI request, and locks it until the transaction ends. */
export async function lockAiRequest(
  transaction: Queries,
  id: string,
): Promise<StoredAiRequest | undefined> {
  const [row] = await transaction
    .select()
    .from(aiRequests)
    .where(eq(aiRequests.id, id))
    .for('update');
  return row;
}

/**
 * Returns the AI request with the given idempotency key, or `undefined` if there is none. Other transactions that look
 * up the same key wait until this transaction ends.
 */
export async function lockIdempotencyKeyAndFindAiRequest(
  transaction: Queries,
  idempotencyKey: string,
): Promise<StoredAiRequest | undefined> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`request ${idempotencyKey}`}, 0))`,
  );
  const [row] = await transaction
    .select()
    .from(aiRequests)
    .where(eq(aiRequests.idempotencyKey, idempotencyKey));
  return row;
}

export async function updateAiRequest(
  queries: Queries,
  id: string,
  changes: Partial<StoredAiRequest>,
): Promise<void> {
  await queries.update(aiRequests).set(changes).where(eq(aiRequests.id, id));
}

/**
 * The number of milliseconds until a worker's claim on an AI request expires. Another worker can then take over the
 * request, for example after the first worker has crashed.
 */
export const AI_REQUEST_CLAIM_MILLISECONDS = 2 * 60 * 1000;

/**
 * Thrown if another worker has claimed the AI request. The worker that gets this error must stop processing the
 * request.
 */
export class AiRequestClaimLostError extends Error {
  override name = 'AiRequestClaimLostError';
}

/**
 * An SQL condition for the AI requests that workers process: requests that have not ended and are not waiting for an
 * editor's decision.
 */
const isPollable = and(
  inArray(aiRequests.status, [...new Set(listSourceStates(AI_REQUEST_STATE_MACHINE, 'end'))]),
  isNull(aiRequests.outcomeUnknownAt),
);

/**
 * Claims the AI request that has been due the longest, and gives it a new fencing token. Returns `undefined` if no
 * request is due.
 */
export async function claimNextAiRequest(
  queries: Queries,
  now: Date,
): Promise<StoredAiRequest | undefined> {
  const isFree = or(isNull(aiRequests.claimedUntil), lte(aiRequests.claimedUntil, now));
  const next = queries
    .select({ id: aiRequests.id })
    .from(aiRequests)
    .where(and(isPollable, lte(aiRequests.pollAt, now), isFree))
    .orderBy(asc(aiRequests.pollAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queries
    .update(aiRequests)
    .set({ claimedUntil: new Date(now.getTime() + AI_REQUEST_CLAIM_MILLISECONDS), claim: newId() })
    .where(inArray(aiRequests.id, next))
    .returning();
  return row;
}

/**
 * Updates an AI request that this worker has claimed. Throws {@link AiRequestClaimLostError} if another worker has
 * since claimed the request, which gave the request a new fencing token.
 */
export async function updateClaimedAiRequest(
  queries: Queries,
  { id, claim }: Pick<StoredAiRequest, 'id' | 'claim'>,
  changes: Partial<StoredAiRequest>,
): Promise<void> {
  const updated = await queries
    .update(aiRequests)
    .set(changes)
    .where(and(eq(aiRequests.id, id), sql`${aiRequests.claim} IS NOT DISTINCT FROM ${claim}::uuid`))
    .returning({ id: aiRequests.id });
  if (!updated.length) throw new AiRequestClaimLostError(id);
}

/**
 * Returns the earliest time at which a worker can claim an AI request. Returns `undefined` if workers have no requests
 * left to process.
 */
export async function findNextAiRequestClaimTime(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries
    .select({
      at: sql<
        string | null
      >`min(greatest(${aiRequests.pollAt}, coalesce(${aiRequests.claimedUntil}, ${aiRequests.pollAt})))::text`,
    })
    .from(aiRequests)
    .where(isPollable);
  return row?.at ? new Date(row.at) : undefined;
}

export async function listAiRequestItems(
  queries: Queries,
  requestId: string,
  status?: AiRequestItemStatus,
): Promise<StoredAiRequestItem[]> {
  return queries
    .select()
    .from(aiRequestItems)
    .where(
      and(eq(aiRequestItems.requestId, requestId), status && eq(aiRequestItems.status, status)),
    )
    .orderBy(asc(aiRequestItems.position));
}

/**
 * Returns an item of an AI request if the item is pending, and locks it until the transaction ends. Otherwise returns
 * `undefined`.
 */
export async function lockPendingAiRequestItem(
  transaction: Queries,
  id: string,
): Promise<StoredAiRequestItem | undefined> {
  const [row] = await transaction
    .select()
    .from(aiRequestItems)
    .where(and(eq(aiRequestItems.id, id), eq(aiRequestItems.status, 'pending')))
    .for('update');
  return row;
}

/** Updates an item of an AI request if the item's status is `from`. Returns false if the item has another status. */
export async function updateAiRequestItemIfStatus(
  transaction: Queries,
  id: string,
  from: AiRequestItemStatus,
  changes: Partial<StoredAiRequestItem>,
): Promise<boolean> {
  const changed = await transaction
    .update(aiRequestItems)
    .set(changes)
    .where(and(eq(aiRequestItems.id, id), eq(aiRequestItems.status, from)))
    .returning({ id: aiRequestItems.id });
  return changed.length > 0;
}

export interface AiRequestFilters {
  type?: AiRequestType | undefined;
  status?: AiRequestStatus | undefined;
}

/** Lists AI requests, newest first. With `after`, lists only requests that are older than the request with that ID. */
export async function listAiRequests(
  queries: Queries,
  { type, status }: AiRequestFilters,
  limit: number,
  after?: string,
): Promise<StoredAiRequest[]> {
  return queries
    .select()
    .from(aiRequests)
    .where(
      and(
        type && eq(aiRequests.type, type),
        status && eq(aiRequests.status, status),
        after ? lt(aiRequests.id, sql`${after}::uuid`) : undefined,
      ),
    )
    .orderBy(desc(aiRequests.id))
    .limit(limit);
}

export interface AiRequestItemTotals {
  requestId: string;
  status: AiRequestItemStatus;
  count: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
  /** The cost of the items, in US dollars, if every result had the maximum length. */
  greatestCost: number;
}

/** Counts the items of the given AI requests, and sums their tokens and costs, by request and item status. */
export async function sumAiRequestItemsByRequestAndStatus(
  queries: Queries,
  requestIds: readonly string[],
): Promise<AiRequestItemTotals[]> {
  if (!requestIds.length) return [];
  const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`;
  return queries
    .select({
      requestId: aiRequestItems.requestId,
      status: aiRequestItems.status,
      count: sql<number>`count(*)::int`,
      inputTokens: sum(aiRequestItems.inputTokens),
      outputTokens: sum(aiRequestItems.outputTokens),
      cost: sql<number>`coalesce(sum(${aiRequestItems.cost}), 0)::float8`,
      greatestCost: sql<number>`coalesce(sum(${aiRequestItems.estimate}), 0)::float8`,
    })
    .from(aiRequestItems)
    .where(inArray(aiRequestItems.requestId, [...requestIds]))
    .groupBy(aiRequestItems.requestId, aiRequestItems.status);
}

/**
 * Sums the costs, in US dollars, of the AI requests that were created since the given time. Returns two amounts: the
 * amount spent on results, and the amount reserved for pending items.
 */
export async function sumSpentAndReservedCosts(
  queries: Queries,
  since: Date,
): Promise<{ spent: number; reserved: number }> {
  const [row] = await queries
    .select({
      spent: sql<number>`coalesce(sum(${aiRequestItems.cost}), 0)::float8`,
      reserved: sql<number>`coalesce(sum(${aiRequestItems.estimate}) FILTER (WHERE ${aiRequestItems.status} = 'pending'), 0)::float8`,
    })
    .from(aiRequestItems)
    .innerJoin(aiRequests, eq(aiRequests.id, aiRequestItems.requestId))
    .where(gte(aiRequests.createdAt, since));
  return row!;
}

/**
 * Locks the month's AI budget until the transaction ends. Otherwise, several concurrent requests together could exceed
 * the budget.
 */
export async function lockAiBudget(transaction: Queries): Promise<void> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('writing budget', 0))`,
  );
}

/** Returns the batch IDs of all AI requests except the one with the given ID. */
export async function listBatchIdsOfOtherAiRequests(
  queries: Queries,
  id: string,
): Promise<Set<string>> {
  const rows = await queries
    .select({ batchId: aiRequests.batchId })
    .from(aiRequests)
    .where(ne(aiRequests.id, id));
  return new Set(rows.flatMap(({ batchId }) => batchId ?? []));
}
