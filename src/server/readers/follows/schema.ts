import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { authors } from '#server/catalogue/authors/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

export const follows = pgTable(
  'follows',
  {
    userId: createCascadingUserIdColumn(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.authorId] }),
    index('follows_of_author').on(table.authorId),
  ],
);
