import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/db/columns.ts';

/** Faults of server, browsers and jobs: the id is what the error page shows the reader. */
export const faults = pgTable(
  'faults',
  {
    id: uuid().primaryKey(),
    source: text().$type<'server' | 'browser' | 'job'>().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /** Path only: a query can hold what a reader typed. Of a job: its task and its id. */
    path: text().notNull(),
    occurredAt: moment('occurred_at').notNull().defaultNow(),
  },
  (table) => [index('faults_newest').on(table.occurredAt.desc().nullsFirst())],
);
