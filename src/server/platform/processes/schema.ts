import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { ProcessStatusReport } from '#domain/studio/health.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The processes that use this database. Each row describes one process, with the status that the process stored at its
 * last heartbeat. A process deletes its row when it stops.
 */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: timestampColumn('started_at').notNull(),
  /** Time of the process's last heartbeat, by the database's clock. */
  seenAt: timestampColumn('seen_at').notNull(),
  status: jsonb('standing').$type<ProcessStatusReport>().notNull(),
});
