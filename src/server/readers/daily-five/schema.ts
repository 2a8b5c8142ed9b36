import { date, index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';
import type { DailyFivePick } from './choose-daily-five.ts';

/**
 * The daily five of signed-in readers: five recommended articles per reader and day. The articles of a day never
 * change. Rows of earlier days are kept for some time, so that later days get other articles.
 */
export const dailyFives = pgTable(
  'daily_fives',
  {
    userId: createCascadingUserIdColumn(),
    /** The UTC day in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    picks: jsonb().$type<DailyFivePick[]>().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    index('daily_fives_of_day').on(table.day),
  ],
);

/**
 * The daily five of signed-out visitors: five recommended articles per day, the same for all visitors. A row takes half
 * a kilobyte, so rows are never deleted.
 */
export const visitorDailyFives = pgTable('visitor_daily_fives', {
  /** The UTC day in the format `YYYY-MM-DD`. */
  day: date({ mode: 'string' }).primaryKey(),
  picks: jsonb().$type<DailyFivePick[]>().notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});
