import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * The positions at which readers stopped listening to unfinished narrations (`listeningPositionSchema`). During
 * playback, a row is updated every few seconds. No index includes the time, which keeps these updates fast. Sorting
 * without an index is fast, because a reader has few rows.
 */
export const listeningPositions = pgTable(
  'listening_places',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    anchor: text().notNull(),
    start: integer().notNull(),
    seconds: doublePrecision().notNull(),
    heardAt: timestampColumn('heard_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
