import { integer, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/**
 * The version of public content, in a table with a single row. Every change to public content increments the version.
 * Every process polls the version, in case a notification was lost.
 */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: timestampColumn('changed_at').notNull().defaultNow(),
});

/**
 * The log of the latest content changes, with the cache keys of each change. A process that has missed a notification
 * reads this log.
 */
export const contentChanges = pgTable('content_changes', {
  version: integer().primaryKey(),
  keys: jsonb().$type<string[]>().notNull(),
});
