import { z } from 'zod';
import { CONTACT_SUBJECTS } from '../contact.ts';
import { uuidSchema } from '../ids.ts';
import { CONTACT_STATE_MACHINE, type ContactStatus } from '../statuses/inbox-states.ts';

/** Maximum length of a reply, in characters after trimming. */
export const MAX_REPLY_LENGTH = 5000;

export const CONTACT_STATUSES = Object.keys(CONTACT_STATE_MACHINE.states) as [ContactStatus];

/** A contact message in the studio's inbox. */
export const inboxMessageSchema = z.object({
  id: uuidSchema(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  createdAt: z.iso.datetime(),
  /** True if the sender of the message was a signed-in reader. */
  isOfReader: z.boolean(),
});
export type InboxMessage = z.infer<typeof inboxMessageSchema>;

export const replySchema = z.object({
  id: uuidSchema(),
  text: z.string(),
  repliedByName: z.string(),
  createdAt: z.iso.datetime(),
  /** True if Octavo sends the reply by email; false if an editor replied with their own mail program. */
  isMailed: z.boolean(),
  /** Time at which a mail server accepted the reply; null if none has accepted it yet. */
  mailedAt: z.iso.datetime().nullable(),
});
export type Reply = z.infer<typeof replySchema>;

/** A contact message with its replies, oldest first. */
export const messageWithRepliesSchema = inboxMessageSchema.extend({
  replies: z.array(replySchema),
  /** True if a mail server for sending replies is configured. */
  canMail: z.boolean(),
});
export type MessageWithReplies = z.infer<typeof messageWithRepliesSchema>;

export const messageCountsByStatusSchema = z.record(z.enum(CONTACT_STATUSES), z.int());
export type MessageCountsByStatus = Record<ContactStatus, number>;

export const newReplyRequestSchema = z.strictObject({
  /** ID of the reply. The page generates it, so that a repeated request does not store the reply twice. */
  id: uuidSchema(),
  text: z
    .string()
    .trim()
    .min(1, 'Write your answer first.')
    .max(MAX_REPLY_LENGTH, `An answer can have at most ${MAX_REPLY_LENGTH} characters.`)
    .regex(/^[^\0]*$/, 'Write text.'),
  /** Number of replies that the editor has seen, so that the server can detect newer replies. */
  seen: z.int32().min(0),
});
