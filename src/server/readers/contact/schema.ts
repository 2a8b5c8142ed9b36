import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ContactSubject } from '#domain/contact.ts';
import type { ContactStatus } from '#domain/statuses/machines.ts';
import { moment } from '#server/platform/db/columns.ts';
import { optionalUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * What was written to us (spec 3). Visitors write too: a row of theirs is no reader's, which is why the key does not
 * begin with `user_id` as that of readers' rows does.
 */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey(),
    /** Who was signed in; null for a visitor. */
    userId: optionalUserIdColumn(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().$type<ContactSubject>().notNull(),
    message: text().notNull(),
    status: text().$type<ContactStatus>().notNull().default('pending'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When a mail server took it over; null until then, and where none is configured. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [
    index('contact_messages_of_reader').on(table.userId),
    index('contact_messages_oldest').on(table.createdAt),
    index('contact_messages_by_status').on(table.status, table.id),
  ],
);

/** What was answered. It goes with the message: whoever wrote that is all it is about. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    /** The page's that sent it, so that it is sent once. */
    id: uuid().primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** Who of the staff answered; the id is null where an earlier release stored it. */
    repliedById: uuid('replied_by_id'),
    repliedByName: text('replied_by_name').notNull(),
    /** Whether Octavo mails it; otherwise somebody does that with a mail program of their own. */
    isMailed: boolean('is_mailed').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When a mail server took it over; null until then. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [
    index('contact_replies_of_message').on(table.messageId, table.createdAt),
    index('contact_replies_owed').on(table.createdAt).where(sql`is_mailed AND mailed_at IS NULL`),
  ],
);
