import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';
import { userIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * A new identity with the address of an account that is there: its owner may connect the two, by signing in
 * to the account while the offer stands. The token is in a cookie of the browser that was made the offer.
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
