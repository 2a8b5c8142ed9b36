import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Offers to link a new identity to the account with the same email address. Its owner accepts by signing in to the
 * account while the offer is valid. The token is in a cookie of the browser that received the offer.
 */
export const linkOffers = pgTable(
  'link_offers',
  {
    userId: userIdColumn(),
    tokenHash: keyText('token_hash').notNull().unique(),
    issuer: keyText().notNull(),
    subject: keyText().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);
