import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';
import type { ErrorSource } from './error-groups.ts';

/**
 * Groups of errors that occurred in the server, in browsers or in background jobs. The errors in a group have the same
 * cause and occurred within the same minute. `message` and `stack` are those of the first error. Error pages show the
 * group's ID.
 */
export const storedErrorGroups = pgTable(
  'faults',
  {
    id: uuid().primaryKey(),
    source: text().$type<ErrorSource>().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /**
     * URL path without the query string, because a query string may contain a reader's input. For a job, the path
     * consists of the job type's ID and the job's ID.
     */
    path: text().notNull(),
    occurredAt: timestampColumn('occurred_at').notNull().defaultNow(),
    /** Number of errors in the group. `lastAt` is the time of the latest error. */
    count: integer().notNull().default(1),
    lastAt: timestampColumn('last_at').notNull().defaultNow(),
  },
  (table) => [index('faults_newest').on(table.occurredAt.desc().nullsFirst())],
);
