import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** One row: what challenges are signed with, the same for all processes. */
export const challengeKey = pgTable('challenge_key', {
  id: smallint().primaryKey(),
  secret: text().notNull(),
});

/** Challenges that have been answered, until they would have expired: each is taken once. */
export const spentChallenges = pgTable('spent_challenges', {
  tokenHash: keyText('token_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});
