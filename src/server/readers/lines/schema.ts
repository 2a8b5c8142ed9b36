import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CategoryId } from '#domain/categories.ts';
import type { LineSection } from '#domain/lines.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/** Lines: the sentences and passages that readers have saved from articles. */
export const lines = pgTable(
  'lines',
  {
    userId: createCascadingUserIdColumn(),
    /** A UUIDv7, so that sorting passages by ID sorts them by the time when they were saved. */
    id: uuid().notNull(),
    articleId: createCascadingArticleIdColumn(),
    /** The category of the article at the time when the reader saved the passage. */
    category: text().$type<CategoryId>().notNull(),
    /** The text of the passage, as it was in the article when the reader saved it. */
    text: text().notNull(),
    section: text().$type<LineSection>().notNull(),
    /** Number of characters before the passage in the article's text at the time when the reader saved the passage. */
    position: integer().notNull(),
    /** The reader's note on the passage. Empty if there is none. */
    note: text().notNull().default(''),
    /** The search words of the passage, each preceded by a space (`toSearchWords`). */
    words: text().notNull(),
    keptAt: timestampColumn('kept_at').notNull().defaultNow(),
    /**
     * Time at which the reader removed the passage, or null if the passage is saved. A removed passage can be restored
     * for a day.
     */
    removedAt: timestampColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    // The index contains a hash of the passage's text instead of the text itself, which keeps index entries short.
    uniqueIndex('lines_once').on(table.userId, table.articleId, sql`md5(${table.text})`),
    index('lines_of_category').on(table.userId, table.category, table.id),
    index('lines_removed').on(table.removedAt).where(sql`${table.removedAt} IS NOT NULL`),
  ],
);
