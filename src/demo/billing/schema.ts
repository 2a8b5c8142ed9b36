import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** The objects of the billing demonstration by id, in the form of Stripe's. Empty without the demonstration. */
export const demoBilling = pgTable(
  'demo_billing',
  {
    id: keyText().primaryKey(),
    /** Stripe's object type, such as `subscription`. */
    object: text().notNull(),
    customerId: keyText('customer_id').notNull(),
    body: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('demo_billing_by_customer').on(table.customerId, table.object)],
);
