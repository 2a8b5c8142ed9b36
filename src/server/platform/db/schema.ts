import { integer, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/** One row: raised by every change of public content. Polled, in case a notification was missed. */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/** The cache keys of the last changes, for processes that missed a notification. */
export const contentChanges = pgTable('content_changes', {
  version: integer().primaryKey(),
  keys: jsonb().$type<string[]>().notNull(),
});
