import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Where a reader stopped in each unfinished narration (`placeSchema`). A row changes every few seconds while somebody
 * listens. So there is no index on the time: each change writes one page, and a reader has few enough rows to sort.
 */
export const listeningPositions = pgTable(
  'listening_places',
  {
    userId: userIdColumn(),
    articleId: articleIdColumn(),
    anchor: text().notNull(),
    start: integer().notNull(),
    seconds: doublePrecision().notNull(),
    heardAt: timestampColumn('heard_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
