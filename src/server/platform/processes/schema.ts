import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { ProcessStatus } from '#domain/studio/health.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** The processes on this database, with the status of their last heartbeat. A process that stops deletes its row. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: timestampColumn('started_at').notNull(),
  /** The time of the last heartbeat, by the database's clock. */
  seenAt: timestampColumn('seen_at').notNull(),
  standing: jsonb().$type<ProcessStatus>().notNull(),
});
