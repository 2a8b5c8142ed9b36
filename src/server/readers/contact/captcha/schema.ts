import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** One row with the key that signs challenges, shared by all processes. */
export const challengeKey = pgTable('challenge_key', {
  id: smallint().primaryKey(),
  secret: text().notNull(),
});

/** Redeemed challenges until they expire, since each is accepted once. */
export const spentChallenges = pgTable('spent_challenges', {
  tokenHash: keyText('token_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});
