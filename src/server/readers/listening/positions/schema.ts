import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Where a reader stopped in each narration they have not heard to the end (`listeningPositionSchema`). While somebody listens
 * their row changes every few seconds: there is no index on when it did, so that each change costs one page, and a
 * reader has few enough rows to be sorted.
 */
export const listeningPositions = pgTable(
  'listening_places',
  {
    userId: userIdColumn(),
    articleId: articleIdColumn(),
    anchor: text().notNull(),
    start: integer().notNull(),
    seconds: doublePrecision().notNull(),
    heardAt: moment('heard_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
