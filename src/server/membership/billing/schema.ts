import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/** Readers as the payment processor knows them: one customer each, from their first checkout on. */
export const customers = pgTable('customers', {
  userId: userIdColumn().primaryKey(),
  customerId: keyText('customer_id').notNull().unique(),
  /** How often the processor has been asked for this customer's subscriptions. */
  asked: integer().notNull().default(0),
  /** Which of those answers the account is as: an earlier one that comes later counts for nothing. */
  answered: integer().notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * Customers whose account was deleted: until the processor has said that they are none any more, and then for as long as
 * it may still tell of them. Nothing here says who they were.
 */
export const leavingCustomers = pgTable('leaving_customers', {
  customerId: keyText('customer_id').primaryKey(),
  since: moment('since').notNull().defaultNow(),
  /** When the processor said so. */
  leftAt: moment('left_at'),
});

/** One row: until when all that happened at the processor is known, since its list was read to the end. */
export const billingReconciliation = pgTable('billing_reconciliation', {
  id: smallint().primaryKey(),
  completeUntil: moment('complete_until').notNull(),
});

/** When a subscription began or came to an end, for the figures. Nothing here says whose. */
export const subscriptionTurns = pgTable(
  'subscription_turns',
  {
    id: uuid().primaryKey(),
    turn: text().$type<'started' | 'ended'>().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('subscription_turns_by_time').on(table.at)],
);

/** What the processor has told, each once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: keyText().primaryKey(),
    type: text().notNull(),
    customerId: keyText('customer_id').notNull(),
    /** When it happened, as the processor says. */
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** When the account was brought in line; null while that waits, as for a customer nobody knows. */
    doneAt: moment('done_at'),
  },
  (table) => [index('billing_events_by_customer').on(table.customerId, table.receivedAt)],
);
