import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';
import type { ErrorSource } from './error-groups.ts';

/**
 * Faults of server, browsers and jobs. A row is those of one kind within a minute, as the first of them was; its id is
 * what the error page shows each reader who met one.
 */
export const recordedErrors = pgTable(
  'faults',
  {
    id: uuid().primaryKey(),
    source: text().$type<ErrorSource>().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /** Path only: a query can hold what a reader typed. Of a job: its task and its id. */
    path: text().notNull(),
    occurredAt: timestampColumn('occurred_at').notNull().defaultNow(),
    /** How many there were, and when the last of them occurred. */
    count: integer().notNull().default(1),
    lastAt: timestampColumn('last_at').notNull().defaultNow(),
  },
  (table) => [index('faults_newest').on(table.occurredAt.desc().nullsFirst())],
);
