import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/** Readers' sessions. Only the SHA-256 hash of a token is stored, so that a leaked table cannot be used to sign in. */
export const sessions = pgTable(
  'sessions',
  {
    userId: createCascadingUserIdColumn(),
    id: uuid().notNull(),
    tokenHash: bytewiseTextColumn('token_hash').notNull().unique(),
    provider: bytewiseTextColumn().notNull(),
    /** The `User-Agent` header, from which the settings page derives the device's name. */
    userAgent: text('user_agent').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    lastSeenAt: timestampColumn('last_seen_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('sessions_by_expiry').on(table.expiresAt),
  ],
);
