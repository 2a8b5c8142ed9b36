import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/** Readers' feedback on articles, one row per reader and article. `type` is the short code of the feedback (spec 3). */
export const feedback = pgTable(
  'feedback',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    type: text().notNull(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
