import { bigint, date, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Readers' Stripe customers. A reader's row is created when the reader first opens the checkout or the customer portal.
 */
export const customers = pgTable('customers', {
  userId: createCascadingUserIdColumn().primaryKey(),
  customerId: bytewiseTextColumn('customer_id').notNull().unique(),
  /** Number of queries for the customer's subscriptions that have been sent to Stripe so far. */
  startedQueryCount: integer('asked').notNull().default(0),
  /**
   * Sequence number of the latest answered query that asked Stripe for the customer's subscriptions. Responses to
   * earlier queries are ignored.
   */
  lastAnsweredQuery: integer('answered').notNull().default(0),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});

/**
 * Stripe customers whose account was deleted, or who were created but not stored in an account. A row is kept after the
 * customer has been deleted in Stripe, for as long as Stripe may still send events about the customer. Rows contain no
 * personal data.
 */
export const customersToDelete = pgTable('leaving_customers', {
  customerId: bytewiseTextColumn('customer_id').primaryKey(),
  since: timestampColumn('since').notNull().defaultNow(),
  /** Time at which Stripe confirmed the deletion of the customer. Null before the confirmation. */
  deletionConfirmedAt: timestampColumn('left_at'),
});

/** The time up to which all events have been fetched from Stripe. The table has a single row. */
export const billingReconciliation = pgTable('billing_reconciliation', {
  id: smallint().primaryKey(),
  completeUntil: timestampColumn('complete_until').notNull(),
});

/** Times at which subscriptions started and ended, for statistics. The rows do not identify readers. */
export const subscriptionStartsAndEnds = pgTable(
  'subscription_turns',
  {
    id: uuid().primaryKey(),
    turn: text().$type<'started' | 'ended'>().notNull(),
    at: timestampColumn('at').notNull().defaultNow(),
  },
  (table) => [index('subscription_turns_by_time').on(table.at)],
);

/**
 * For each past UTC day, the number of subscriptions that started and the number that ended. Days that have not been
 * added up yet have no row.
 */
export const dailySubscriptionCounts = pgTable('subscription_days', {
  day: date({ mode: 'string' }).primaryKey(),
  started: integer().notNull(),
  ended: integer().notNull(),
});

/**
 * Number of accounts by subscription status. Does not include the changes in {@link unsummedSubscriptionStatusChanges}.
 */
export const accountTotalsBySubscriptionStatus = pgTable('subscription_totals', {
  status: text().primaryKey(),
  count: integer().notNull(),
});

/**
 * Changes in the number of accounts by subscription status that {@link accountTotalsBySubscriptionStatus} does not
 * include yet. A trigger on the table of accounts inserts the rows (migration `maintained_totals`). The trigger does
 * not update the totals itself, because concurrent account changes would then have to wait for each other.
 */
export const unsummedSubscriptionStatusChanges = pgTable('subscription_status_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  status: text().notNull(),
  amount: smallint().notNull(),
});

/** The events that Stripe has sent. Each event is stored once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: bytewiseTextColumn().primaryKey(),
    type: text().notNull(),
    customerId: bytewiseTextColumn('customer_id').notNull(),
    /** The time of the event according to Stripe. */
    happenedAt: timestampColumn('happened_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull().defaultNow(),
    /**
     * Time at which the event was processed or dismissed. Null if the event is pending, for example because its
     * customer is unknown.
     */
    doneAt: timestampColumn('done_at'),
  },
  (table) => [index('billing_events_by_customer').on(table.customerId, table.receivedAt)],
);
