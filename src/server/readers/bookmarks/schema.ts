import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('bookmarks_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
  ],
);
