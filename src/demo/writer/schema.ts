import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';
import type { DemoRequest } from './batch-schema.ts';

/** Batches that were given to the demonstration of the AI service. Empty elsewhere. */
export const demoBatches = pgTable('demo_batches', {
  id: keyText().primaryKey(),
  requests: jsonb().$type<DemoRequest[]>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  canceledAt: moment('canceled_at'),
});
