import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/** The key for signing captcha challenges. The table has a single row, which all processes share. */
export const captchaKey = pgTable('challenge_key', {
  id: smallint().primaryKey(),
  secret: text().notNull(),
});

/**
 * Captcha challenges that have been redeemed. Each row is stored until its challenge expires, so that the challenge
 * cannot be redeemed twice.
 */
export const redeemedChallenges = pgTable('spent_challenges', {
  tokenHash: bytewiseTextColumn('token_hash').primaryKey(),
  expiresAt: timestampColumn('expires_at').notNull(),
});
