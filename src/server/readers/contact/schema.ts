import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ContactSubject } from '#domain/contact.ts';
import type { ContactMessageStatus } from '#domain/statuses/inbox-states.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';
import { createNullableCascadingUserIdColumn } from '#server/readers/accounts/schema.ts';

/**
 * Contact messages (spec 3). Unlike in other tables with readers' data, the primary key does not begin with `user_id`,
 * because signed-out visitors can also write messages.
 */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey(),
    /** ID of the signed-in reader who wrote the message; null for visitors. */
    userId: createNullableCascadingUserIdColumn(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().$type<ContactSubject>().notNull(),
    message: text().notNull(),
    status: text().$type<ContactMessageStatus>().notNull().default('pending'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    /** Time at which a mail server accepted the message; null if the message has not been emailed yet. */
    mailedAt: timestampColumn('mailed_at'),
  },
  (table) => [
    index('contact_messages_of_reader').on(table.userId),
    index('contact_messages_oldest').on(table.createdAt),
    index('contact_messages_by_status').on(table.status, table.id),
  ],
);

/** Replies to contact messages. A reply is deleted with its message. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    /** The client generates the ID, so that a repeated request stores the reply only once. */
    id: uuid().primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** ID of the staff member who wrote the reply; null in rows of earlier releases. */
    repliedById: uuid('replied_by_id'),
    repliedByName: text('replied_by_name').notNull(),
    /** True if Octavo emails the reply. False if a staff member sends it with another mail program. */
    isMailed: boolean('is_mailed').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    /** Time at which a mail server accepted the reply; null if the reply has not been emailed yet. */
    mailedAt: timestampColumn('mailed_at'),
  },
  (table) => [
    index('contact_replies_of_message').on(table.messageId, table.createdAt),
    index('contact_replies_owed').on(table.createdAt).where(sql`is_mailed AND mailed_at IS NULL`),
  ],
);
