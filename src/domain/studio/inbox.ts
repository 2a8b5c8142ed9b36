import { z } from 'zod';
import { CONTACT_SUBJECTS } from '../contact.ts';
import { uuid } from '../ids.ts';
import { CONTACT_STATES, type ContactStatus } from '../statuses/machines.ts';

/** Longest answer, in characters after trimming. */
export const REPLY_MAX = 5000;

export const CONTACT_STATUSES = Object.keys(CONTACT_STATES.states) as [ContactStatus];

/** A message in the inbox. */
export const inboxMessageSchema = z.object({
  id: uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  createdAt: z.iso.datetime(),
  /** Whether somebody with an account wrote it. */
  isOfReader: z.boolean(),
});
export type InboxMessage = z.infer<typeof inboxMessageSchema>;

export const replySchema = z.object({
  id: uuid(),
  text: z.string(),
  repliedByName: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether Octavo mails it; otherwise somebody did that with a mail program of their own. */
  isMailed: z.boolean(),
  /** When a mail server took it over. */
  mailedAt: z.iso.datetime().nullable(),
});
export type Reply = z.infer<typeof replySchema>;

/** A message with what was answered, oldest first. */
export const openMessageSchema = inboxMessageSchema.extend({
  replies: z.array(replySchema),
  /** Whether there is a mail server that answers go to. */
  canMail: z.boolean(),
});
export type OpenMessage = z.infer<typeof openMessageSchema>;

export const messageCountsSchema = z.record(z.enum(CONTACT_STATUSES), z.int());
export type MessageCounts = Record<ContactStatus, number>;

export const newReplySchema = z.strictObject({
  /** Made by the page: a reply that is sent twice is one. */
  id: uuid(),
  text: z
    .string()
    .trim()
    .min(1, 'Write your answer first.')
    .max(REPLY_MAX, `An answer can have at most ${REPLY_MAX} characters.`)
    .regex(/^[^\0]*$/, 'Write text.'),
  /** How many answers the editor has seen: another one may have been given meanwhile. */
  seen: z.int32().min(0),
});
