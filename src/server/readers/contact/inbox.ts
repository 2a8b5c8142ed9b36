import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import {
  CONTACT_MESSAGE_STATE_MACHINE,
  type ContactMessageStatus,
} from '#domain/statuses/inbox-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import type { StoredMessage } from './repository.ts';
import { contactMessages } from './schema.ts';

/** Returns a page of contact messages with the given status, newest first. */
export async function listMessages(
  queries: Queries,
  { status, limit }: { status: ContactMessageStatus; limit: number },
  token?: string,
): Promise<{ messages: readonly StoredMessage[]; nextToken: string | null }> {
  const context = `messages ${status}`;
  const { page, nextToken } = await readNewestFirstPage(
    { context, limit, token },
    (maxRows, after) =>
      queries
        .select()
        .from(contactMessages)
        .where(
          and(
            eq(contactMessages.status, status),
            after ? lt(contactMessages.id, sql`${after}::uuid`) : undefined,
          ),
        )
        .orderBy(desc(contactMessages.id))
        .limit(maxRows),
  );
  return { messages: page, nextToken };
}

/** Counts the contact messages by status. */
export async function countMessagesByStatus(
  queries: Queries,
): Promise<Record<ContactMessageStatus, number>> {
  const rows = await queries
    .select({ status: contactMessages.status, count: count() })
    .from(contactMessages)
    .groupBy(contactMessages.status);
  const counts = new Map(rows.map((row) => [row.status, row.count]));
  const states = Object.keys(CONTACT_MESSAGE_STATE_MACHINE.states) as ContactMessageStatus[];
  return Object.fromEntries(states.map((status) => [status, counts.get(status) ?? 0])) as Record<
    ContactMessageStatus,
    number
  >;
}

/** Finds a contact message. Returns `undefined` if the message does not exist or was deleted. */
export async function findMessage(
  queries: Queries,
  id: string,
): Promise<StoredMessage | undefined> {
  const [message] = await queries.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message;
}

/** Finds a contact message and locks it until the transaction ends. */
export async function lockMessage(
  transaction: Queries,
  id: string,
): Promise<StoredMessage | undefined> {
  const [message] = await transaction
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('update');
  return message;
}

/** Changes a contact message's status. The caller must have locked the message. */
export async function setMessageStatus(
  transaction: Queries,
  id: string,
  status: ContactMessageStatus,
): Promise<void> {
  await transaction.update(contactMessages).set({ status }).where(eq(contactMessages.id, id));
}
