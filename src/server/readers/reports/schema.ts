import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { ReportStatus } from '#domain/statuses/inbox-states.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Readers' reports about articles, one row per reader and article. If the reader reports the article again, the row is
 * replaced and reopened. `reason` is the short code of the reason (spec 3).
 */
export const reports = pgTable(
  'reports',
  {
    userId: createCascadingUserIdColumn(),
    articleId: createCascadingArticleIdColumn(),
    reason: text().notNull(),
    explanation: text().notNull(),
    status: text().$type<ReportStatus>().notNull().default('open'),
    /** Number of times that the reader reopened the report after editors had resolved it. */
    reopened: smallint().notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('reports_open').on(table.articleId, table.updatedAt).where(sql`status = 'open'`),
    index('reports_by_article').on(table.articleId, table.updatedAt),
  ],
);
