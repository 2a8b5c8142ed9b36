import { integer, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/** One row: raised by every change of public content. Polled, in case a notification was missed. */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/** What changed with each of the last versions, for whoever missed the notification. */
export const contentChanges = pgTable('content_changes', {
  version: integer().primaryKey(),
  keys: jsonb().$type<string[]>().notNull(),
});
