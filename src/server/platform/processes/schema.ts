import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { ProcessStatusReport } from '#domain/studio/health.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * Processes that use this database, each with the status that its last heartbeat stored. A process deletes its row when
 * it stops.
 */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: timestampColumn('started_at').notNull(),
  /** Time of the process's last heartbeat, by the database's clock. */
  seenAt: timestampColumn('seen_at').notNull(),
  status: jsonb('standing').$type<ProcessStatusReport>().notNull(),
});
