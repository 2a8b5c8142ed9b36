import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import type { DemoRequest } from './batch-schema.ts';

/**
 * Database table of the batches submitted to the demo writer. It is unused if Octavo uses Anthropic's real service
 * instead of the demo.
 */
export const demoBatches = pgTable('demo_batches', {
  id: bytewiseTextColumn().primaryKey(),
  requests: jsonb().$type<DemoRequest[]>().notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
  canceledAt: timestampColumn('canceled_at'),
});
