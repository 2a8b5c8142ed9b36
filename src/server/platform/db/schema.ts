import { integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** One row: raised by every change of public content. Polled, in case a notification was missed. */
export const contentVersion = pgTable('content_version', {
  id: smallint().primaryKey(),
  version: integer().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});
