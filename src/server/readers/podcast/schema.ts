import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/** Readers' private podcasts. A reader has at most one. Its feed URL contains a secret token. */
export const privatePodcasts = pgTable('private_podcasts', {
  userId: createCascadingUserIdColumn().primaryKey(),
  /** ID of the current feed URL. A request for a new feed URL must contain this ID. */
  id: uuid().notNull(),
  /** Hash of the token in the feed URL. */
  tokenHash: bytewiseTextColumn('token_hash').notNull().unique(),
  createdAt: timestampColumn('created_at').notNull(),
});
