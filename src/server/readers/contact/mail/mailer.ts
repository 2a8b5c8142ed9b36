import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import { MAIL_SIGNATURE_SEPARATOR, type Mail, type SendMail } from '#server/platform/mail/smtp.ts';
import type { UnmailedReply } from '../replies.ts';
import type { StoredMessage } from '../repository.ts';

/** A service that emails contact messages to the staff, and replies to the people who wrote the messages. */
export interface ContactMailer {
  /**
   * Sends a contact message by email. Rejects if the mail server does not accept the email, or if `signal` is aborted.
   */
  send(message: StoredMessage, signal: AbortSignal): Promise<void>;
  /** Sends a reply by email. Rejects if the mail server does not accept the email, or if `signal` is aborted. */
  sendReply(reply: UnmailedReply, signal: AbortSignal): Promise<void>;
}

export interface ContactMailerOptions {
  sendMail: SendMail;
  /** The staff's email address. */
  to: string;
  /**
   * The sender address of all emails, which the SMTP server must be allowed to use. The message author's address cannot
   * be used as the sender, because receiving servers would reject the mail as forged.
   */
  from: string;
  /** The site's hostname, which is part of the emails' Message-IDs. */
  hostname: string;
}

/**
 * Creates a mailer for contact messages. If a staff member replies to an email that contains a contact message, the
 * reply goes to the person who wrote the message.
 */
export function createContactMailer(options: ContactMailerOptions): ContactMailer {
  const { sendMail } = options;
  return {
    send: (message, signal) => sendMail(composeContactMail(message, options), signal),
    sendReply: (reply, signal) => sendMail(composeReplyMail(reply, options), signal),
  };
}

/** Composes the email that contains a contact message. User input is only used in fields that nodemailer encodes. */
function composeContactMail(
  message: StoredMessage,
  { to, from, hostname }: ContactMailerOptions,
): Mail {
  const { id, userId, name, email, subject, message: text, createdAt } = message;
  const subjectLabel = CONTACT_SUBJECT_LABELS[subject];
  return {
    from: { name: 'Octavo', address: from },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    subject: `${subjectLabel}, from ${name}`,
    messageId: `<contact.${id}@${hostname}>`,
    date: createdAt,
    text: `${text}

${MAIL_SIGNATURE_SEPARATOR}
Name     ${name}
Email    ${email}
Subject  ${subjectLabel}
Sent     ${createdAt.toISOString()}
Account  ${userId ?? 'none (not signed in)'}
Message  ${id}
`,
  };
}

/**
 * Composes the email that contains a staff member's reply. If its recipient answers this email, the answer goes to the
 * staff.
 */
function composeReplyMail(
  { reply, message }: UnmailedReply,
  { to, from, hostname }: ContactMailerOptions,
): Mail {
  const { name, email, subject, message: text, createdAt } = message;
  const quoted = text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
  return {
    from: { name: 'Octavo', address: from },
    to: { name, address: email },
    replyTo: { name: 'Octavo', address: to },
    subject: `Your message to Octavo: ${CONTACT_SUBJECT_LABELS[subject]}`,
    messageId: `<reply.${reply.id}@${hostname}>`,
    date: reply.createdAt,
    text: `${reply.text}

On ${DATE_FORMAT.format(createdAt)} you wrote:
${quoted}

${MAIL_SIGNATURE_SEPARATOR}
Octavo
`,
  };
}

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
