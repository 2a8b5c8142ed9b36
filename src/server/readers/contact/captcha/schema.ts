import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** One row with the key that signs challenges, shared by all processes. */
export const captchaKey = pgTable('challenge_key', {
  id: smallint().primaryKey(),
  secret: text().notNull(),
});

/** Redeemed challenges until they expire, since each is accepted once. */
export const redeemedChallenges = pgTable('spent_challenges', {
  tokenHash: bytewiseText('token_hash').primaryKey(),
  expiresAt: timestampColumn('expires_at').notNull(),
});
