import { and, eq, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  billingEvents,
  billingReconciliation,
  customers,
  customersToDelete,
  subscriptionStartsAndEnds,
} from './schema.ts';

/** The fields of a Stripe event that are stored. */
interface BillingEvent {
  id: string;
  type: string;
  customerId: string;
  happenedAt: Date;
}

/** A query that asks Stripe for a customer's subscriptions, and the reader to whom the customer belongs. */
export interface SubscriptionQuery {
  userId: string;
  /**
   * Sequence number of this query to Stripe. Octavo numbers the queries for each customer's subscriptions in ascending
   * order.
   */
  number: number;
  startedAt: Date;
}

export async function findCustomerId(
  queries: Queries,
  { id }: Pick<User, 'id'>,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ customerId: customers.customerId })
    .from(customers)
    .where(eq(customers.userId, id));
  return row?.customerId;
}

export async function insertCustomer(
  transaction: Queries,
  { id }: User,
  customerId: string,
): Promise<void> {
  await transaction.insert(customers).values({ userId: id, customerId }).onConflictDoNothing();
}

/** Removes the link between a reader and a Stripe customer. */
export async function unbindCustomer(queries: Queries, customerId: string): Promise<void> {
  await queries.delete(customers).where(eq(customers.customerId, customerId));
}

/**
 * Assigns a number to a new query that asks Stripe for a customer's subscriptions. Returns `undefined` if the customer
 * belongs to no account.
 */
export async function registerSubscriptionQuery(
  queries: Queries,
  customerId: string,
): Promise<SubscriptionQuery | undefined> {
  const [query] = await queries
    .update(customers)
    .set({ startedQueryCount: sql`${customers.startedQueryCount} + 1` })
    .where(eq(customers.customerId, customerId))
    .returning({
      userId: customers.userId,
      number: customers.startedQueryCount,
      startedAt: sql`now()`.mapWith(billingEvents.receivedAt),
    });
  return query;
}

/**
 * Records that Stripe has responded to a query for a customer's subscriptions. Marks all events that were received
 * before the query as done. Returns false if Stripe has already responded to a later query. In that case, the caller
 * must ignore this response.
 */
export async function markQueryAnsweredAndEventsDone(
  transaction: Queries,
  customerId: string,
  { number, startedAt }: SubscriptionQuery,
): Promise<boolean> {
  const updated = await transaction
    .update(customers)
    .set({ lastAnsweredQuery: number })
    .where(and(eq(customers.customerId, customerId), lt(customers.lastAnsweredQuery, number)))
    .returning({ userId: customers.userId });
  await transaction
    .update(billingEvents)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        eq(billingEvents.customerId, customerId),
        lte(billingEvents.receivedAt, startedAt),
        isNull(billingEvents.doneAt),
      ),
    );
  return updated.length > 0;
}

/** Stores a Stripe event. Returns true if the event is new. */
export async function insertBillingEvent(
  transaction: Queries,
  event: BillingEvent,
): Promise<boolean> {
  const added = await transaction
    .insert(billingEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: billingEvents.id });
  return added.length > 0;
}

/** Lists the IDs of the Stripe customers with events that have not been processed yet. */
export async function listCustomerIdsWithPendingEvents(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ customerId: billingEvents.customerId })
    .from(billingEvents)
    .where(isNull(billingEvents.doneAt));
  return rows.map(({ customerId }) => customerId);
}

/**
 * Marks events that were received before `moment` as done if their customer has no account. Returns the IDs of these
 * customers.
 */
export async function dismissOldEventsOfUnknownCustomers(
  queries: Queries,
  moment: Date,
): Promise<string[]> {
  const knownCustomers = queries.select({ customerId: customers.customerId }).from(customers);
  const rows = await queries
    .update(billingEvents)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        isNull(billingEvents.doneAt),
        lt(billingEvents.receivedAt, moment),
        notInArray(billingEvents.customerId, knownCustomers),
      ),
    )
    .returning({ customerId: billingEvents.customerId });
  return [...new Set(rows.map(({ customerId }) => customerId))];
}

/** Returns the time up to which all events were fetched from Stripe, or `undefined` before the first reconciliation. */
export async function findReconciledUntil(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select().from(billingReconciliation);
  return row?.completeUntil;
}

/** Stores the time up to which all events were fetched from Stripe. */
export async function saveReconciledUntil(queries: Queries, completeUntil: Date): Promise<void> {
  await queries
    .insert(billingReconciliation)
    .values({ id: 1, completeUntil })
    .onConflictDoUpdate({ target: billingReconciliation.id, set: { completeUntil } });
}

/** Lists the IDs of the given readers' Stripe customers. */
export async function listCustomerIdsOfReaders(
  queries: Queries,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .select({ customerId: customers.customerId })
    .from(customers)
    .where(inArray(customers.userId, [...userIds]));
  return rows.map(({ customerId }) => customerId);
}

/** Marks a customer for deletion in Stripe. A job deletes the customer later. */
export async function markCustomerForDeletion(
  transaction: Queries,
  customerId: string,
): Promise<void> {
  await transaction.insert(customersToDelete).values({ customerId }).onConflictDoNothing();
}

/** Lists the IDs of customers that are marked for deletion and not deleted yet. */
export async function listCustomerIdsToDelete(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ customerId: customersToDelete.customerId })
    .from(customersToDelete)
    .where(isNull(customersToDelete.deletionConfirmedAt));
  return rows.map(({ customerId }) => customerId);
}

/** Records that a customer has been deleted in Stripe, and deletes the customer's events. */
export async function markCustomerDeletedAndDeleteEvents(
  queries: Queries,
  customerId: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction
      .update(customersToDelete)
      .set({ deletionConfirmedAt: sql`now()` })
      .where(eq(customersToDelete.customerId, customerId));
    await transaction.delete(billingEvents).where(eq(billingEvents.customerId, customerId));
  });
}

/**
 * Marks a customer's events as done if the customer's account has been deleted. Returns false if the customer is not
 * marked for deletion.
 */
export async function dismissEventsIfAccountDeleted(
  queries: Queries,
  customerId: string,
): Promise<boolean> {
  const [leaving] = await queries
    .select({ customerId: customersToDelete.customerId })
    .from(customersToDelete)
    .where(eq(customersToDelete.customerId, customerId));
  if (!leaving) return false;
  await dismissPendingEvents(queries, customerId);
  return true;
}

/** Marks all pending Stripe events of a customer as done. */
export async function dismissPendingEvents(queries: Queries, customerId: string): Promise<void> {
  await queries
    .update(billingEvents)
    .set({ doneAt: sql`now()` })
    .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.doneAt)));
}

/** Records that a subscription started or ended, for statistics. */
export async function recordSubscriptionStartOrEnd(
  transaction: Queries,
  turn: 'started' | 'ended',
): Promise<void> {
  await transaction.insert(subscriptionStartsAndEnds).values({ id: newId(), turn });
}

/**
 * Deletes events that were processed before `moment`. Also deletes rows of customers that were deleted in Stripe before
 * `moment`.
 */
export async function deleteOldBillingRows(queries: Queries, moment: Date): Promise<void> {
  await queries.delete(billingEvents).where(lt(billingEvents.doneAt, moment));
  await queries.delete(customersToDelete).where(lt(customersToDelete.deletionConfirmedAt, moment));
}
