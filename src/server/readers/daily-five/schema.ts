import { date, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createOwningUserColumn } from '#server/readers/accounts/schema.ts';
import type { DailyFivePick } from './choose-daily-five.ts';

/**
 * The articles that were chosen for signed-in readers, by day. The articles of a day do not change, and are not chosen
 * again soon.
 */
export const dailyFives = pgTable(
  'daily_fives',
  {
    userId: createOwningUserColumn(),
    /** The UTC day in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    picks: jsonb().$type<DailyFivePick[]>().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/**
 * The articles that were chosen for all visitors, by day. A row takes half a kilobyte, so rows are never
 * deleted.
 */
export const visitorDailyFives = pgTable('visitor_daily_fives', {
  /** The UTC day in the format `YYYY-MM-DD`. */
  day: date({ mode: 'string' }).primaryKey(),
  picks: jsonb().$type<DailyFivePick[]>().notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});
