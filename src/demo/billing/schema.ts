import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The demo payment processor's objects, in the format of Stripe's API. The table is not used if Octavo uses the real
 * Stripe.
 */
export const demoBillingObjects = pgTable(
  'demo_billing',
  {
    id: bytewiseTextColumn().primaryKey(),
    /** Stripe's object type, such as `subscription`. */
    object: text().notNull(),
    customerId: bytewiseTextColumn('customer_id').notNull(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('demo_billing_by_customer').on(table.customerId, table.object)],
);
