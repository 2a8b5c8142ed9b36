import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** What the demonstration of a payment processor keeps: objects as Stripe has them, by their ids. Empty elsewhere. */
export const demoBilling = pgTable(
  'demo_billing',
  {
    id: keyText().primaryKey(),
    /** Stripe's name of what it is, such as `subscription`. */
    object: text().notNull(),
    customerId: keyText('customer_id').notNull(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('demo_billing_by_customer').on(table.customerId, table.object)],
);
