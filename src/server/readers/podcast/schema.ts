import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';
import { createOwningUserColumn } from '#server/readers/accounts/schema.ts';

/** The addresses of private podcasts. A reader has at most one. */
export const privatePodcasts = pgTable('private_podcasts', {
  userId: createOwningUserColumn().primaryKey(),
  /** ID of the address, which a request for a new address names. */
  id: uuid().notNull(),
  /** Hash of the token in the address. */
  tokenHash: bytewiseText('token_hash').notNull().unique(),
  createdAt: timestampColumn('created_at').notNull(),
});
