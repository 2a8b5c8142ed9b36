import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { CONTACT_RETENTION_DAYS, type ContactMessage } from '#domain/contact.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { CONTACT_MAIL_JOB_DEFINITION } from './mail/mail-job-definitions.ts';
import { contactMessages } from './schema.ts';

export type StoredMessage = typeof contactMessages.$inferSelect;

interface NewMessage {
  message: ContactMessage;
  /** ID of the signed-in reader; `undefined` for visitors. */
  userId: string | undefined;
  /** True if a mail server is configured. The message is then emailed to the staff. */
  isMailed: boolean;
}

/**
 * Stores a contact message with the status `pending`. If a mail server is configured, enqueues the email in the same
 * transaction. Returns the message's ID.
 */
export async function insertMessageAndEnqueueMail(
  queries: Queries,
  { message, userId, isMailed }: NewMessage,
): Promise<string> {
  const id = newId();
  await queries.transaction(async (transaction) => {
    const { name, email, subject, message: text } = message;
    await transaction
      .insert(contactMessages)
      .values({ id, userId: userId ?? null, name, email, subject, message: text });
    if (isMailed) await enqueue(transaction, CONTACT_MAIL_JOB_DEFINITION, { id });
  });
  return id;
}

/** Finds a contact message that has not been emailed yet. Returns `undefined` if the message was emailed or deleted. */
export async function findUnmailedMessage(
  queries: Queries,
  id: string,
): Promise<StoredMessage | undefined> {
  const [message] = await queries
    .select()
    .from(contactMessages)
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.mailedAt)));
  return message;
}

/**
 * Lists the IDs of up to `limit` pending messages that have not been emailed yet and were written at or before
 * `cutoff`, oldest first.
 */
export async function listUnmailedMessageIds(
  queries: Queries,
  cutoff: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        isNull(contactMessages.mailedAt),
        eq(contactMessages.status, 'pending'),
        lte(contactMessages.createdAt, cutoff),
      ),
    )
    .orderBy(asc(contactMessages.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function markMessageMailed(queries: Queries, id: string): Promise<void> {
  await queries
    .update(contactMessages)
    .set({ mailedAt: new Date() })
    .where(eq(contactMessages.id, id));
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Removes contact messages that are older than {@link CONTACT_RETENTION_DAYS} days, the retention period in the privacy
 * policy.
 */
export const oldMessagesRemover: ExpiredRowsRemover = {
  batchSize: 500,
  async removeBatch(queries, now, limit) {
    const oldMessages = queries
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(lte(contactMessages.createdAt, new Date(now.getTime() - CONTACT_RETENTION_DAYS * DAY)))
      .limit(limit);
    const deletedRows = await queries
      .delete(contactMessages)
      .where(inArray(contactMessages.id, oldMessages))
      .returning({ id: contactMessages.id });
    return deletedRows.length;
  },
};
