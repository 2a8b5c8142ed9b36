import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import {
  CONTACT_MESSAGE_STATE_MACHINE,
  type ContactMessageEvent,
} from '#domain/statuses/inbox-states.ts';
import type { InboxMessage, MessageWithReplies, Reply } from '#domain/studio/inbox.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  findMessage,
  listMessages,
  lockMessage,
  setMessageStatus,
} from '#server/readers/contact/inbox.ts';
import {
  insertReplyAndEnqueueMail,
  listReplies,
  type StoredReply,
} from '#server/readers/contact/replies.ts';
import type { StoredMessage } from '#server/readers/contact/repository.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';

/** Returns a page of the contact messages with the given status, newest first. */
export async function listInboxMessages(
  queries: Queries,
  listing: Parameters<typeof listMessages>[1],
  token?: string,
): Promise<{ messages: InboxMessage[]; nextToken: string | null }> {
  const { messages, nextToken } = await listMessages(queries, listing, token);
  return { messages: messages.map(toInboxMessage), nextToken };
}

/** Returns a contact message with its replies. Throws {@link NotFoundError} if the message was deleted. */
export async function getMessageWithReplies(
  queries: Queries,
  id: string,
): Promise<Omit<MessageWithReplies, 'canMail'>> {
  const message = await findMessage(queries, id);
  if (!message) throw messageNotFound();
  const replies = await listReplies(queries, id);
  return { ...toInboxMessage(message), replies: replies.map(toReply) };
}

interface ReplyInput {
  /**
   * A UUID that the client chooses for the reply. A repeated request with the same UUID and text does not create a
   * second reply. A request with the same UUID and a different text is rejected.
   */
  id: string;
  text: string;
  /**
   * The number of earlier replies that the editor has seen. If it differs from the number of stored replies, somebody
   * else has replied in the meantime.
   */
  seen: number;
  /** True if Octavo should send the reply by email. */
  isMailed: boolean;
}

/**
 * Stores a reply to a message, and sends it by email if requested. Throws {@link ConflictError} if the message is spam,
 * if somebody has replied since the editor loaded the message, or if the reply's ID was already used for another text.
 */
export async function replyToMessage(
  queries: Queries,
  member: StudioMember,
  messageId: string,
  { id, text, seen, isMailed }: ReplyInput,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const message = await lockMessage(transaction, messageId);
    if (!message) throw messageNotFound();
    const replies = await listReplies(transaction, messageId);
    const sent = replies.find((reply) => reply.id === id);
    if (sent?.text === text) return;
    if (sent)
      throw new ConflictError(
        'Your reply was sent before you changed it. Read it, and send the rest as another reply.',
      );
    if (replies.length > seen)
      throw new ConflictError(
        `${replies.at(-1)!.repliedByName} has replied in the meantime. Read that first.`,
      );
    const status = getNextStateOrThrow(
      CONTACT_MESSAGE_STATE_MACHINE,
      message.status,
      'reply',
      member.role,
    );
    const repliedBy = { repliedById: member.id, repliedByName: member.name };
    await insertReplyAndEnqueueMail(transaction, { id, messageId, text, ...repliedBy, isMailed });
    await setMessageStatus(transaction, messageId, status);
    await recordAuditEvent(transaction, member, {
      action: 'message.reply',
      ...toAuditSubject(message),
      before: { status: message.status },
      after: { status, isMailed },
    });
  });
}

/** Marks a contact message as spam, or reopens it. */
export async function changeMessageStatus(
  queries: Queries,
  member: StudioMember,
  id: string,
  event: Exclude<ContactMessageEvent, 'reply'>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const message = await lockMessage(transaction, id);
    if (!message) throw messageNotFound();
    const status = getNextStateOrThrow(
      CONTACT_MESSAGE_STATE_MACHINE,
      message.status,
      event,
      member.role,
    );
    await setMessageStatus(transaction, id, status);
    await recordAuditEvent(transaction, member, {
      action: `message.${event}`,
      ...toAuditSubject(message),
      before: { status: message.status },
      after: { status },
    });
  });
}

/**
 * Returns the subject of a message's audit log entry. The subject contains neither the sender nor the text, because the
 * entry is kept after the message is deleted.
 */
function toAuditSubject({ id, subject }: StoredMessage) {
  return { id, name: CONTACT_SUBJECT_LABELS[subject] };
}

function messageNotFound(): NotFoundError {
  return new NotFoundError('This message no longer exists.');
}

function toInboxMessage(message: StoredMessage): InboxMessage {
  const { id, name, email, subject, message: text, status, createdAt, userId } = message;
  const head = { id, name, email, subject, message: text, status };
  return { ...head, createdAt: createdAt.toISOString(), isOfReader: userId !== null };
}

function toReply({ id, text, repliedByName, isMailed, createdAt, mailedAt }: StoredReply): Reply {
  return {
    id,
    text,
    repliedByName,
    isMailed,
    createdAt: createdAt.toISOString(),
    mailedAt: mailedAt?.toISOString() ?? null,
  };
}
