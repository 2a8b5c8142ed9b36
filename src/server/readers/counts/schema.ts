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
 * Receipts that report how readers used an article in recent visits. They ensure that a visit counts once, even if its
 * page reports it repeatedly or to several processes. A receipt contains no reader, IP address or time of day. `visit`
 * is a random number that the page generates and does not store.
 */
export const countReceipts = pgTable(
  'count_receipts',
  {
    visit: uuid().notNull(),
    kind: text().$type<CountKind>().notNull(),
    articleId: articleIdColumn(),
    /** The day of the visit in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    /** True once the receipt is added to {@link dailyArticleCounts}. */
    isTallied: boolean('is_tallied').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.kind] }),
    index('count_receipts_oldest').on(table.day),
    index('count_receipts_untallied').on(table.articleId).where(sql`NOT is_tallied`),
  ],
);

/** Daily counts per article: how often it was read, finished, listened to and shared. */
export const dailyArticleCounts = pgTable(
  'article_counts',
  {
    articleId: articleIdColumn(),
    /** The counted day in UTC, in the format `YYYY-MM-DD`. */
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
/** One column per kind of count, so that a single row contains the counts of all kinds. */
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
 * The sums of {@link dailyArticleCounts} by week, for queries over months. With 10,000 articles, such queries would
 * read too many daily rows.
 */
export const weeklyArticleCounts = pgTable(
  'article_weeks',
  {
    /** The Monday of the counted week. */
    week: date({ mode: 'string' }).notNull(),
    articleId: articleIdColumn(),
    ...kindColumns,
  },
  (table) => [
    primaryKey({ columns: [table.week, table.articleId] }),
    index('article_weeks_of_article').on(table.articleId),
  ],
);

/** Daily counts per author and category. They remain when an article is deleted. */
export const dailyAuthorCategoryCounts = pgTable(
  'shelf_days',
  {
    /** The counted day in UTC, in the format `YYYY-MM-DD`. */
    day: date({ mode: 'string' }).notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    category: text().notNull(),
    ...kindColumns,
  },
  (table) => [primaryKey({ columns: [table.day, table.authorId, table.category] })],
);
