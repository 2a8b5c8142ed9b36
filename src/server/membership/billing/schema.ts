import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/** Readers with their Stripe customer, from their first checkout on. */
export const customers = pgTable('customers', {
  userId: userIdColumn().primaryKey(),
  customerId: bytewiseText('customer_id').notNull().unique(),
  /** The number of queries for this customer's subscriptions. */
  asked: integer().notNull().default(0),
  /** The number of the query that the account reflects. Answers to earlier ones are ignored. */
  answered: integer().notNull().default(0),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});

/**
 * Customers whose account was deleted: until they are deleted at Stripe, and then for as long as Stripe may send events
 * about them. Contains no personal data.
 */
export const customersToDelete = pgTable('leaving_customers', {
  customerId: bytewiseText('customer_id').primaryKey(),
  since: timestampColumn('since').notNull().defaultNow(),
  /** When Stripe confirmed the deletion. */
  leftAt: timestampColumn('left_at'),
});

/** One row with the time up to which all events at Stripe are known. */
export const billingReconciliation = pgTable('billing_reconciliation', {
  id: smallint().primaryKey(),
  completeUntil: timestampColumn('complete_until').notNull(),
});

/** When subscriptions started and ended, for statistics. Contains no readers. */
export const subscriptionChanges = pgTable(
  'subscription_turns',
  {
    id: uuid().primaryKey(),
    turn: text().$type<'started' | 'ended'>().notNull(),
    at: timestampColumn('at').notNull().defaultNow(),
  },
  (table) => [index('subscription_turns_by_time').on(table.at)],
);

/** The events that Stripe has sent, each once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: bytewiseText().primaryKey(),
    type: text().notNull(),
    customerId: bytewiseText('customer_id').notNull(),
    /** The time of the event at Stripe. */
    happenedAt: timestampColumn('happened_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull().defaultNow(),
    /** When the account was updated; null while the event is pending, as for an unknown customer. */
    doneAt: timestampColumn('done_at'),
  },
  (table) => [index('billing_events_by_customer').on(table.customerId, table.receivedAt)],
);
