import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CountKind } from '#domain/counts.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';

/**
 * Receipts of recent visits, so that a visit counts once, however often and to whichever process its page reports it.
 * They contain no reader, address or time of day: a visit is a random number that its page generates and forgets.
 */
export const countReceipts = pgTable(
  'count_receipts',
  {
    visit: uuid().notNull(),
    kind: text().$type<CountKind>().notNull(),
    articleId: articleIdColumn(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** True once it is added to {@link dailyArticleCounts}. */
    isTallied: boolean('is_tallied').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.kind] }),
    index('count_receipts_oldest').on(table.day),
    index('count_receipts_untallied').on(table.articleId).where(sql`NOT is_tallied`),
  ],
);

/** Number of times that an article was read, finished, listened to and shared, by day. */
export const dailyArticleCounts = pgTable(
  'article_counts',
  {
    articleId: articleIdColumn(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<CountKind>().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.day, table.kind] }),
    index('article_counts_by_day').on(table.day),
  ],
);

const countColumn = () => integer().notNull().default(0);
/** A column for each kind, so that a week of an article is one row. */
const kindColumns = {
  read: countColumn(),
  agreed: countColumn(),
  finished: countColumn(),
  listen25: countColumn(),
  listen50: countColumn(),
  listen75: countColumn(),
  listen100: countColumn(),
  share: countColumn(),
} satisfies Record<CountKind, unknown>;

/**
 * {@link dailyArticleCounts} by week, for queries over months: the daily rows of ten thousand articles would be too many.
 */
export const weeklyArticleCounts = pgTable(
  'article_weeks',
  {
    /** The Monday of the week. */
    week: date({ mode: 'string' }).notNull(),
    articleId: articleIdColumn(),
    ...kindColumns,
  },
  (table) => [
    primaryKey({ columns: [table.week, table.articleId] }),
    index('article_weeks_of_article').on(table.articleId),
  ],
);

/** Counts by author and category by day. They remain when an article is deleted. */
export const dailyAuthorCategoryCounts = pgTable(
  'shelf_days',
  {
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    category: text().notNull(),
    ...kindColumns,
  },
  (table) => [primaryKey({ columns: [table.day, table.authorId, table.category] })],
);
