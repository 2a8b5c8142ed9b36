import { integer, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/**
 * The version of public content, in a table with a single row. Every change to public content increments the version.
 * Processes poll the version, in case a notification was lost.
 */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/** Cache keys of the latest content changes, for processes that missed a notification. */
export const contentChanges = pgTable('content_changes', {
  version: integer().primaryKey(),
  keys: jsonb().$type<string[]>().notNull(),
});
