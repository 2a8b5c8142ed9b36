import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { ProcessStatus } from '#domain/studio/health.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The processes that use this database, with the status that each sent with its last heartbeat. A process that stops
 * deletes its row.
 */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: timestampColumn('started_at').notNull(),
  /** Time of the last heartbeat, by the database's clock. */
  seenAt: timestampColumn('seen_at').notNull(),
  standing: jsonb().$type<ProcessStatus>().notNull(),
});
