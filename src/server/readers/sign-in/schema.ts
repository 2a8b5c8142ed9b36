import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Offers to link a new identity to the account with the same email address. The account's owner accepts an offer by
 * signing in to the account before the offer expires. The browser that received the offer has the offer's token in a
 * cookie.
 */
export const linkOffers = pgTable(
  'link_offers',
  {
    userId: createCascadingUserIdColumn(),
    tokenHash: bytewiseTextColumn('token_hash').notNull().unique(),
    issuer: bytewiseTextColumn().notNull(),
    subject: bytewiseTextColumn().notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
