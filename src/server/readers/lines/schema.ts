import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CategoryId } from '#domain/categories.ts';
import type { LineSection } from '#domain/lines.ts';
import { createOwningArticleColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createOwningUserColumn } from '#server/readers/accounts/schema.ts';

/** The sentences and passages that readers have kept from articles. */
export const lines = pgTable(
  'lines',
  {
    userId: createOwningUserColumn(),
    /** A UUIDv7, so IDs are in the order in which the lines were kept. */
    id: uuid().notNull(),
    articleId: createOwningArticleColumn(),
    /** The category of the article when the reader kept the line. */
    category: text().$type<CategoryId>().notNull(),
    /** The text as it was in the article when the reader kept it. */
    text: text().notNull(),
    section: text().$type<LineSection>().notNull(),
    /** Number of characters of the article that preceded the text. */
    position: integer().notNull(),
    /** The reader's own note; empty if there is none. */
    note: text().notNull().default(''),
    /** The words by which the line can be found, each with a space before it (`toSearchWords`). */
    words: text().notNull(),
    keptAt: timestampColumn('kept_at').notNull().defaultNow(),
    /** Time at which the reader removed the line; null if it is kept. A removed line can be restored for a day. */
    removedAt: timestampColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    // The hash keeps the entries of the index short.
    uniqueIndex('lines_once').on(table.userId, table.articleId, sql`md5(${table.text})`),
    index('lines_of_category').on(table.userId, table.category, table.id),
    index('lines_removed').on(table.removedAt).where(sql`${table.removedAt} IS NOT NULL`),
  ],
);
