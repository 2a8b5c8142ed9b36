import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';
import { createOwningUserColumn } from '#server/readers/accounts/schema.ts';

/**
 * States of a subscription. `pending`: requested, and not confirmed yet; `confirmed`: the letter is sent; `ended`: the
 * letter is not sent any more, for the reason in `endReason`.
 */
type LetterSubscriptionState = 'pending' | 'confirmed' | 'ended';

/**
 * Reasons for the end of a subscription. `switched-off`: in the settings; `unsubscribed`: with the link in a letter;
 * `bounced`: the reader's mail server rejected a mail.
 */
type LetterEndReason = 'switched-off' | 'unsubscribed' | 'bounced';

/** Readers' subscriptions to the weekly letter. A subscription that has ended is kept as a record of the consent. */
export const letterSubscriptions = pgTable(
  'letter_subscriptions',
  {
    userId: createOwningUserColumn().primaryKey(),
    state: text().$type<LetterSubscriptionState>().notNull(),
    endReason: text('end_reason').$type<LetterEndReason>(),
    /** The time zone in whose morning the letter is sent, such as `Europe/Berlin`. */
    timeZone: bytewiseText('time_zone').notNull(),
    /** Hash of the token in the last confirmation mail; null before that mail, and after the subscription has ended. */
    confirmationTokenHash: bytewiseText('confirmation_token_hash').unique(),
    confirmationExpiresAt: timestampColumn('confirmation_expires_at').notNull(),
    /**
     * Token in the links that end the subscription. It stays the same, so that the links in old letters work. It is not
     * hashed, since every letter contains it, and it permits nothing else.
     */
    unsubscribeToken: bytewiseText('unsubscribe_token').notNull().unique(),
    /** Time of the last request. */
    createdAt: timestampColumn('created_at').notNull(),
    /** Time of the last confirmation. */
    confirmedAt: timestampColumn('confirmed_at'),
    endedAt: timestampColumn('ended_at'),
    /**
     * The ISO week, such as `2026-W49`, of the last letter that a process began to send. Empty before the first one. A
     * letter is sent only by the process that has changed this column to its week.
     */
    claimedWeek: bytewiseText('claimed_week').notNull().default(''),
    /** The ISO week of the last letter that the mail server has accepted. */
    sentWeek: bytewiseText('sent_week'),
    /** Time up to which that letter contains new articles. */
    sentAt: timestampColumn('sent_at'),
  },
  (table) => [
    index('letter_subscriptions_due')
      .on(table.timeZone, table.claimedWeek, table.userId)
      .where(sql`state = 'confirmed'`),
    index('letter_subscriptions_unconfirmed')
      .on(table.confirmationExpiresAt)
      .where(sql`state = 'pending' AND confirmed_at IS NULL`),
  ],
);

export type LetterSubscription = typeof letterSubscriptions.$inferSelect;
