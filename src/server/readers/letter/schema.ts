import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';
import { createCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * The state of a subscription to the weekly letter. `pending`: the reader has requested the letter but not confirmed
 * the request. `confirmed`: the letter is sent every week. `ended`: the letter is not sent, for the reason in
 * `endReason`.
 */
type LetterSubscriptionState = 'pending' | 'confirmed' | 'ended';

/**
 * The reason why a subscription to the weekly letter ended. `switched-off`: the reader ended it in the settings.
 * `unsubscribed`: the reader ended it with the link in a letter. `bounced`: the reader's mail server rejected an email.
 */
type LetterEndReason = 'switched-off' | 'unsubscribed' | 'bounced';

/**
 * Readers' subscriptions to the weekly letter. An ended subscription's row is kept as a record of the reader's consent.
 */
export const letterSubscriptions = pgTable(
  'letter_subscriptions',
  {
    userId: createCascadingUserIdColumn().primaryKey(),
    state: text().$type<LetterSubscriptionState>().notNull(),
    endReason: text('end_reason').$type<LetterEndReason>(),
    /** The reader's time zone, such as `Europe/Berlin`. The letter is sent in the morning in this time zone. */
    timeZone: bytewiseTextColumn('time_zone').notNull(),
    /**
     * Hash of the token in the last confirmation email. Null before that email is sent, and after the subscription has
     * ended.
     */
    confirmationTokenHash: bytewiseTextColumn('confirmation_token_hash').unique(),
    confirmationExpiresAt: timestampColumn('confirmation_expires_at').notNull(),
    /**
     * Token in the links that end the subscription. It never changes, so that the links in old letters keep working. It
     * is not stored as a hash, because every letter contains it and it can only be used to end the subscription.
     */
    unsubscribeToken: bytewiseTextColumn('unsubscribe_token').notNull().unique(),
    /** Time at which the reader last requested the letter. */
    createdAt: timestampColumn('created_at').notNull(),
    /** Time at which the reader last confirmed a request. */
    confirmedAt: timestampColumn('confirmed_at'),
    endedAt: timestampColumn('ended_at'),
    /**
     * The ISO week, such as `2026-W49`, of the last letter that a process claimed for sending. Empty before the first
     * letter. Only the process that sets this column to a week sends that week's letter.
     */
    claimedWeek: bytewiseTextColumn('claimed_week').notNull().default(''),
    /** The ISO week of the last letter that the mail server accepted. */
    sentWeek: bytewiseTextColumn('sent_week'),
    /**
     * Time at which the last accepted letter was composed. The next letter contains articles that were published later.
     */
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
