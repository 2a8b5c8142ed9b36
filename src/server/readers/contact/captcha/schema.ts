import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** The key that signs captcha challenges, in a single row. All processes share the key. */
export const captchaKey = pgTable('challenge_key', {
  id: smallint().primaryKey(),
  secret: text().notNull(),
});

/**
 * Captcha challenges that have been redeemed. Each of them is stored until it expires, so that it is not accepted a
 * second time.
 */
export const redeemedChallenges = pgTable('spent_challenges', {
  tokenHash: bytewiseText('token_hash').primaryKey(),
  expiresAt: timestampColumn('expires_at').notNull(),
});
