import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { ProcessStatus } from '#domain/studio/health.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** The processes on this database, as each told last how it stands. One that stops takes its row with it. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  startedAt: timestampColumn('started_at').notNull(),
  /** When it told last, by the database's clock. */
  seenAt: timestampColumn('seen_at').notNull(),
  standing: jsonb().$type<ProcessStatus>().notNull(),
});
