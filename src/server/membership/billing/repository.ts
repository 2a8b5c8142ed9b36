import { and, eq, gte, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  billingEvents,
  billingReconciliation,
  customers,
  leavingCustomers,
  subscriptionTurns,
} from './schema.ts';

/** An event of the processor, as far as it is kept. */
export interface BillingEvent {
  id: string;
  type: string;
  customerId: string;
  happenedAt: Date;
}

/** A question to the processor for a customer's subscriptions, and whose they are. */
export interface SubscriptionQuery {
  userId: string;
  /** Its number: the answer to a later one is truer. */
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

/** Has a reader be no customer any more, until they are made another. */
export async function unbindCustomer(queries: Queries, customerId: string): Promise<void> {
  await queries.delete(customers).where(eq(customers.customerId, customerId));
}

/** Counts one more question about a customer; `undefined` for one who is nobody's. */
export async function startSubscriptionQuery(
  queries: Queries,
  customerId: string,
): Promise<SubscriptionQuery | undefined> {
  const [query] = await queries
    .update(customers)
    .set({ asked: sql`${customers.asked} + 1` })
    .where(eq(customers.customerId, customerId))
    .returning({
      userId: customers.userId,
      number: customers.asked,
      startedAt: sql`now()`.mapWith(billingEvents.receivedAt),
    });
  return query;
}

/**
 * Notes that a question is answered; whether its answer counts, which it does unless a later question was answered
 * before. What was told of before the question was asked is done with.
 */
export async function recordQueryAnswer(
  transaction: Queries,
  customerId: string,
  { number, startedAt }: SubscriptionQuery,
): Promise<boolean> {
  const updated = await transaction
    .update(customers)
    .set({ answered: number })
    .where(and(eq(customers.customerId, customerId), lt(customers.answered, number)))
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

/** Keeps an event; whether it is news. */
export async function insertEvent(transaction: Queries, event: BillingEvent): Promise<boolean> {
  const added = await transaction
    .insert(billingEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: billingEvents.id });
  return added.length > 0;
}

/** Customers of whom something was told that has led to nothing yet. */
export async function listCustomersWithPendingEvents(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ customerId: billingEvents.customerId })
    .from(billingEvents)
    .where(isNull(billingEvents.doneAt));
  return rows.map(({ customerId }) => customerId);
}

/** Gives up what was told before a moment of customers who are nobody here; which those are. */
export async function dismissEventsOfUnknownCustomers(
  queries: Queries,
  moment: Date,
): Promise<string[]> {
  const known = queries.select({ customerId: customers.customerId }).from(customers);
  const rows = await queries
    .update(billingEvents)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        isNull(billingEvents.doneAt),
        lt(billingEvents.receivedAt, moment),
        notInArray(billingEvents.customerId, known),
      ),
    )
    .returning({ customerId: billingEvents.customerId });
  return [...new Set(rows.map(({ customerId }) => customerId))];
}

/** Until when all that happened at the processor is known; `undefined` before the first reconciliation. */
export async function findReconciledUntil(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select().from(billingReconciliation);
  return row?.completeUntil;
}

/** Notes that all that happened before a moment is known. */
export async function saveReconciledUntil(queries: Queries, completeUntil: Date): Promise<void> {
  await queries
    .insert(billingReconciliation)
    .values({ id: 1, completeUntil })
    .onConflictDoUpdate({ target: billingReconciliation.id, set: { completeUntil } });
}

/** The customers some readers are. */
export async function listCustomerIds(
  queries: Queries,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .select({ customerId: customers.customerId })
    .from(customers)
    .where(inArray(customers.userId, [...userIds]));
  return rows.map(({ customerId }) => customerId);
}

/** Notes that a customer is to leave. */
export async function markCustomerForDeletion(
  transaction: Queries,
  customerId: string,
): Promise<void> {
  await transaction.insert(leavingCustomers).values({ customerId }).onConflictDoNothing();
}

/** Customers who are to leave, and have not yet. */
export async function listCustomersToDelete(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ customerId: leavingCustomers.customerId })
    .from(leavingCustomers)
    .where(isNull(leavingCustomers.leftAt));
  return rows.map(({ customerId }) => customerId);
}

/** Notes that a customer has left, and forgets what was told of them. */
export async function markCustomerDeleted(queries: Queries, customerId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction
      .update(leavingCustomers)
      .set({ leftAt: sql`now()` })
      .where(eq(leavingCustomers.customerId, customerId));
    await transaction.delete(billingEvents).where(eq(billingEvents.customerId, customerId));
  });
}

/** Forgets what is told of a customer whose account was deleted; whether this is one. */
export async function dismissEventsOfDeletedCustomer(
  queries: Queries,
  customerId: string,
): Promise<boolean> {
  const [leaving] = await queries
    .select({ customerId: leavingCustomers.customerId })
    .from(leavingCustomers)
    .where(eq(leavingCustomers.customerId, customerId));
  if (!leaving) return false;
  await dismissPendingEvents(queries, customerId);
  return true;
}

/** Notes that nothing becomes of what was told of a customer. */
export async function dismissPendingEvents(queries: Queries, customerId: string): Promise<void> {
  await queries
    .update(billingEvents)
    .set({ doneAt: sql`now()` })
    .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.doneAt)));
}

/** Notes that a subscription began or came to an end, for the figures. */
export async function recordSubscriptionChange(
  transaction: Queries,
  turn: 'started' | 'ended',
): Promise<void> {
  await transaction.insert(subscriptionTurns).values({ id: newId(), turn });
}

/** When subscriptions began and ended, from a moment on: a subquery, for whoever counts them. */
export function selectSubscriptionChangesSince(from: Date) {
  return new QueryBuilder()
    .select({ turn: subscriptionTurns.turn, at: subscriptionTurns.at })
    .from(subscriptionTurns)
    .where(gte(subscriptionTurns.at, from))
    .as('subscription_turn');
}

/** Removes what nobody asks for any more: events that were done with, and customers who left, before a moment. */
export async function deleteOldBillingRows(queries: Queries, moment: Date): Promise<void> {
  await queries.delete(billingEvents).where(lt(billingEvents.doneAt, moment));
  await queries.delete(leavingCustomers).where(lt(leavingCustomers.leftAt, moment));
}
