import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { aboutArticle } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';
import { ownedBy } from '#server/readers/accounts/schema.ts';

/** One report of a reader about an article; reporting again changes it. `reason` is the short code (spec 3). */
export const reports = pgTable(
  'reports',
  {
    userId: ownedBy(),
    articleId: aboutArticle(),
    reason: text().notNull(),
    explanation: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
