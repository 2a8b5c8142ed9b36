import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ReadingSection } from '#domain/reading.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Readers' reading histories: the articles that readers have started or finished, and the part of each article that the
 * reader reached last.
 */
export const readings = pgTable(
  'readings',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    section: text().$type<ReadingSection>().notNull(),
    readAt: timestampColumn('read_at').notNull(),
    /** Time at which the reader last finished the article, or null if the reader has never finished it. */
    finishedAt: timestampColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('readings_newest').on(
      table.userId,
      table.readAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    // The home page lists unfinished articles. Without this index, the list would be slow for readers with a long
    // history.
    index('readings_unfinished')
      .on(table.userId, table.readAt.desc().nullsFirst(), table.articleId.desc().nullsFirst())
      .where(sql`${table.finishedAt} IS NULL AND ${table.section} <> 'end'`),
  ],
);
