import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import type { ItemStatus, RequestStatus } from '#domain/statuses/machines.ts';
import { REQUEST_STATES } from '#domain/statuses/machines.ts';
import { statesBefore } from '#domain/statuses/state-machine.ts';
import type { RequestType } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { requestItems, writingRequests } from './schema.ts';

export type StoredRequest = typeof writingRequests.$inferSelect;
export type StoredItem = typeof requestItems.$inferSelect;

/** What is not over yet. */
const OPEN = [...new Set(statesBefore(REQUEST_STATES, 'end'))];
const isOpen = inArray(writingRequests.status, OPEN);

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

/** {@link findRequest}, locked until the transaction ends. */
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

/** Returns the request that has an idempotency key. Other transactions with that key wait until this one ends. */
export async function lockByIdempotencyKey(
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

/** Updates a request whose claim is still the one that was read. Returns whether it is. */
export async function updateClaimedRequest(
  queries: Queries,
  { id, claim }: Pick<StoredRequest, 'id' | 'claim'>,
  changes: Partial<StoredRequest>,
): Promise<boolean> {
  const changed = await queries
    .update(writingRequests)
    .set(changes)
    .where(
      and(
        eq(writingRequests.id, id),
        sql`${writingRequests.claim} IS NOT DISTINCT FROM ${claim}::uuid`,
      ),
    )
    .returning({ id: writingRequests.id });
  return changed.length > 0;
}

export async function findItems(
  queries: Queries,
  requestId: string,
  status?: ItemStatus,
): Promise<StoredItem[]> {
  return queries
    .select()
    .from(requestItems)
    .where(and(eq(requestItems.requestId, requestId), status && eq(requestItems.status, status)))
    .orderBy(asc(requestItems.position));
}

/** An item that waits for its answer, locked until the transaction ends; `undefined` where it does not any more. */
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

/** Changes an item that is in a state; whether it was. */
export async function updateItem(
  transaction: Queries,
  id: string,
  from: ItemStatus,
  changes: Partial<StoredItem>,
): Promise<boolean> {
  const changed = await transaction
    .update(requestItems)
    .set(changes)
    .where(and(eq(requestItems.id, id), eq(requestItems.status, from)))
    .returning({ id: requestItems.id });
  return changed.length > 0;
}

export interface RequestFilters {
  type?: RequestType | undefined;
  status?: RequestStatus | undefined;
}

/** Requests newest first, after one of them. */
export async function listRequests(
  queries: Queries,
  { type, status }: RequestFilters,
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
  status: ItemStatus;
  count: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
}

/** How many items of some requests are in each state, and what they came to. */
export async function sumItems(
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
    })
    .from(requestItems)
    .where(inArray(requestItems.requestId, [...requestIds]))
    .groupBy(requestItems.requestId, requestItems.status);
}

/** US dollars for requests made since a moment: what was answered, and what is thought of for what is in progress. */
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

/** One request at a time is made: what the budget has left is counted before it is taken. */
export async function lockBudget(transaction: Queries): Promise<void> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('writing budget', 0))`,
  );
}

/** Claims a request that is due, until the given time. Returns `undefined` when none is due. */
export async function claimNextRequest(
  queries: Queries,
  now: Date,
  until: Date,
): Promise<StoredRequest | undefined> {
  const isFree = or(isNull(writingRequests.claimedUntil), lte(writingRequests.claimedUntil, now));
  const next = queries
    .select({ id: writingRequests.id })
    .from(writingRequests)
    .where(and(isOpen, lte(writingRequests.lookAt, now), isFree))
    .orderBy(asc(writingRequests.lookAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queries
    .update(writingRequests)
    .set({ claimedUntil: until, claim: newId() })
    .where(inArray(writingRequests.id, next))
    .returning();
  return row;
}

/** When the next request is to be looked at; `undefined` when none is open. */
export async function findNextPollTime(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries
    .select({
      at: sql<
        string | null
      >`min(greatest(${writingRequests.lookAt}, coalesce(${writingRequests.claimedUntil}, ${writingRequests.lookAt})))::text`,
    })
    .from(writingRequests)
    .where(isOpen);
  return row?.at ? new Date(row.at) : undefined;
}

/** Names at the service that are other requests' already. */
export async function findOtherBatchIds(queries: Queries, id: string): Promise<Set<string>> {
  const rows = await queries
    .select({ serviceId: writingRequests.serviceId })
    .from(writingRequests)
    .where(ne(writingRequests.id, id));
  return new Set(rows.flatMap(({ serviceId }) => serviceId ?? []));
}

/** The requests that have an open item about each of some things, by the thing. */
export async function findPendingRequests(
  queries: Queries,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (!subjectIds.length) return new Map();
  const rows = await queries
    .select({ subjectId: requestItems.subjectId, requestId: requestItems.requestId })
    .from(requestItems)
    .where(
      and(inArray(requestItems.subjectId, [...subjectIds]), eq(requestItems.status, 'pending')),
    );
  return new Map(rows.map(({ subjectId, requestId }) => [subjectId!, requestId]));
}

/** Which of some items wait for their answers. */
export async function selectPendingItems(
  queries: Queries,
  itemIds: readonly string[],
): Promise<Set<string>> {
  if (!itemIds.length) return new Set();
  const rows = await queries
    .select({ id: requestItems.id })
    .from(requestItems)
    .where(and(inArray(requestItems.id, [...itemIds]), eq(requestItems.status, 'pending')));
  return new Set(rows.map(({ id }) => id));
}

/** The last requests of a type that answered about each of some things, or are to, by the thing. */
export async function findLatestRequests(
  queries: Queries,
  type: RequestType,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (!subjectIds.length) return new Map();
  const rows = await queries
    .select({ subjectId: requestItems.subjectId, requestId: requestItems.requestId })
    .from(requestItems)
    .innerJoin(writingRequests, eq(writingRequests.id, requestItems.requestId))
    .where(
      and(
        inArray(requestItems.subjectId, [...subjectIds]),
        inArray(requestItems.status, ['pending', 'succeeded']),
        eq(writingRequests.type, type),
      ),
    )
    .orderBy(asc(writingRequests.id));
  return new Map(rows.map(({ subjectId, requestId }) => [subjectId!, requestId]));
}

/** How many ideas of each author are asked for and not there yet, by their ids. */
export async function findPendingItems(
  queries: Queries,
  type: RequestType,
): Promise<{ subjectId: string; details: Record<string, unknown> }[]> {
  const rows = await queries
    .select({ subjectId: requestItems.subjectId, details: requestItems.details })
    .from(requestItems)
    .innerJoin(writingRequests, eq(writingRequests.id, requestItems.requestId))
    .where(and(eq(requestItems.status, 'pending'), eq(writingRequests.type, type)));
  return rows.flatMap(({ subjectId, details }) => (subjectId ? [{ subjectId, details }] : []));
}
