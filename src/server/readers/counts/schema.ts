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
 * What has been counted of late: a visit counts once, however often its page says so, to whichever process. No reader,
 * no address and no time of day: a visit is a random number that its page has made, and forgets.
 */
export const countReceipts = pgTable(
  'count_receipts',
  {
    visit: uuid().notNull(),
    kind: text().$type<CountKind>().notNull(),
    articleId: articleIdColumn(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** Whether it has gone into {@link articleCounts}. */
    isTallied: boolean('is_tallied').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.kind] }),
    index('count_receipts_oldest').on(table.day),
    index('count_receipts_untallied').on(table.articleId).where(sql`NOT is_tallied`),
  ],
);

/** How often an article was read, read to the end, listened to and shared, by day. */
export const articleCounts = pgTable(
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

/** {@link articleCounts} by week, for looking back over months: of ten thousand articles a day's rows are too many. */
export const articleWeeks = pgTable(
  'article_weeks',
  {
    /** Its Monday. */
    week: date({ mode: 'string' }).notNull(),
    articleId: articleIdColumn(),
    ...kindColumns,
  },
  (table) => [
    primaryKey({ columns: [table.week, table.articleId] }),
    index('article_weeks_of_article').on(table.articleId),
  ],
);

/** The same of all articles of an author in a category, by day. It stays where an article goes. */
export const shelfDays = pgTable(
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
