import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { REPLY_MAIL_JOB_DEFINITION } from './mail/mail-job-definitions.ts';
import type { StoredMessage } from './repository.ts';
import { contactMessages, contactReplies } from './schema.ts';

export type StoredReply = typeof contactReplies.$inferSelect;
export type NewReply = Pick<
  StoredReply,
  'id' | 'messageId' | 'text' | 'repliedByName' | 'isMailed'
>;

/** A reply that has not been emailed yet, and the contact message to which it replies. */
export interface UnmailedReply {
  reply: StoredReply;
  message: StoredMessage;
}

/**
 * Stores a reply to a contact message. If Octavo emails the reply (`isMailed`), enqueues the email in the same
 * transaction.
 */
export async function insertReplyAndEnqueueMail(
  transaction: Queries,
  reply: NewReply,
): Promise<void> {
  await transaction.insert(contactReplies).values(reply);
  if (reply.isMailed) await enqueue(transaction, REPLY_MAIL_JOB_DEFINITION, { id: reply.id });
}

/** Lists the replies to a contact message, oldest first. */
export async function listReplies(queries: Queries, messageId: string): Promise<StoredReply[]> {
  return queries
    .select()
    .from(contactReplies)
    .where(eq(contactReplies.messageId, messageId))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id));
}

const isUnmailed = and(eq(contactReplies.isMailed, true), isNull(contactReplies.mailedAt));

/**
 * Finds a reply that has not been emailed yet. Returns `undefined` if the reply was already emailed or was deleted with
 * its message. Also returns `undefined` if Octavo does not email the reply, because a staff member sends it with
 * another mail program.
 */
export async function findUnmailedReply(
  queries: Queries,
  id: string,
): Promise<UnmailedReply | undefined> {
  const [row] = await queries
    .select({ reply: contactReplies, message: contactMessages })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .where(and(eq(contactReplies.id, id), isUnmailed));
  return row;
}

/**
 * Lists the IDs of up to `limit` replies that have not been emailed yet and were written at or before `cutoff`, oldest
 * first.
 */
export async function listUnmailedReplyIds(
  queries: Queries,
  cutoff: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ id: contactReplies.id })
    .from(contactReplies)
    .where(and(isUnmailed, lte(contactReplies.createdAt, cutoff)))
    .orderBy(asc(contactReplies.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function markReplyMailed(queries: Queries, id: string): Promise<void> {
  await queries
    .update(contactReplies)
    .set({ mailedAt: new Date() })
    .where(eq(contactReplies.id, id));
}
