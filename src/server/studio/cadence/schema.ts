import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authors } from '#server/catalogue/authors/schema.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The cadences of the active authors. A cadence consists of counts that show how far an author is behind the weekly
 * goal. Database triggers update an author's row at the end of each transaction that changes the author, an article or
 * an idea. The function `refresh_author_cadences` (migration `maintained_totals`) calculates the row.
 */
export const authorCadences = pgTable(
  'author_cadences',
  {
    authorId: uuid('author_id')
      .primaryKey()
      .references(() => authors.id, { onDelete: 'cascade' }),
    aliasKey: bytewiseTextColumn('alias_key').notNull(),
    publishedInWeek: integer('published_in_week').notNull().default(0),
    /** The number of publications in the last four weeks. */
    publishedInMonth: integer('published_in_month').notNull().default(0),
    /** The number of articles that are drafts or under review. */
    articlesUnderWay: integer('articles_under_way').notNull().default(0),
    ideasGenerating: integer('ideas_generating').notNull().default(0),
    /**
     * The number of articles still needed to reach this week's goal, at least 0. Drafts count as if they were already
     * published, and so do articles that are being written or are under review.
     */
    gap: integer().notNull().default(0),
    /**
     * The next time at which one of the author's publications becomes older than a week or older than four weeks. Null
     * if there is no such time.
     */
    changesAt: timestampColumn('changes_at'),
    /**
     * The ID of the transaction that last calculated the row. If an author's row was already calculated in the current
     * transaction, triggers on articles and ideas skip it.
     */
    calculatedBy: text('calculated_by'),
  },
  (table) => [
    index('author_cadences_furthest_behind').on(
      sql`(-gap)`,
      table.publishedInMonth,
      table.aliasKey,
    ),
    index('author_cadences_changing').on(table.changesAt),
  ],
);
