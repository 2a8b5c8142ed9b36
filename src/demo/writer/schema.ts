import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import type { DemoRequest } from './batch-schema.ts';

/**
 * The batches that were submitted to the demo writer. The table is not used if Octavo uses Anthropic's real service.
 */
export const demoBatches = pgTable('demo_batches', {
  id: bytewiseTextColumn().primaryKey(),
  requests: jsonb().$type<DemoRequest[]>().notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
  canceledAt: timestampColumn('canceled_at'),
});
