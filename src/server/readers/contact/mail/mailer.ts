import type { Transporter } from 'nodemailer';
import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import type { UnmailedReply } from '../replies.ts';
import type { StoredMessage } from '../repository.ts';

/** Mails contact messages to the staff, and replies to the writers of the messages. */
export interface ContactMailer {
  /** Mails a contact message. Rejects if no mail server accepts the mail, or if `signal` is aborted. */
  send(message: StoredMessage, signal: AbortSignal): Promise<void>;
  /** Mails a reply. Rejects if no mail server accepts the mail, or if `signal` is aborted. */
  sendReply(reply: UnmailedReply, signal: AbortSignal): Promise<void>;
}

export interface SmtpOptions {
  /** URL of the SMTP server: `smtp://user:password@host:port`, or `smtps://…` for TLS. */
  url: string;
  /** The staff's email address. */
  to: string;
  /**
   * The sender's email address. The SMTP server must be allowed to send mail from this address. The address of the
   * person who wrote the message would not work, since receiving servers would reject the mail as forged.
   */
  from: string;
  /** The site's hostname, which is part of the mails' Message-IDs. */
  hostname: string;
}

/** Timeouts of SMTP connections in milliseconds. After a timeout, the mail is retried later. */
const SMTP_TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/**
 * Creates a mailer that uses an SMTP server. If a staff member answers a mail that contains a contact message, the
 * answer goes to the writer of the message.
 */
export function createSmtpMailer(options: SmtpOptions): ContactMailer {
  const sendMail = async (mail: MailMessage, signal: AbortSignal) => {
    signal.throwIfAborted();
    const transport = await openTransport(options.url);
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([transport.sendMail(mail), aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      transport.close();
    }
  };
  return {
    send: (message, signal) => sendMail(composeContactMail(message, options), signal),
    sendReply: (reply, signal) => sendMail(composeReplyMail(reply, options), signal),
  };
}

type MailMessage = ReturnType<typeof composeContactMail> | ReturnType<typeof composeReplyMail>;

/**
 * Opens a connection to the SMTP server. Imports nodemailer on first use, so that the import does not delay server
 * startup.
 */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  // These options prevent nodemailer from reading files or fetching URLs, since the text of the mail may come from any
  // visitor.
  return createTransport({
    url,
    ...SMTP_TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Composes the mail that contains a contact message. User input is only used in fields that nodemailer encodes. */
function composeContactMail(message: StoredMessage, { to, from, hostname }: SmtpOptions) {
  const { id, userId, name, email, subject, message: text, createdAt } = message;
  const about = CONTACT_SUBJECT_LABELS[subject];
  return {
    from: { name: 'Octavo', address: from },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    subject: `${about}, from ${name}`,
    messageId: `<contact.${id}@${hostname}>`,
    date: createdAt,
    text: `${text}

${SIGNATURE}
Name     ${name}
Email    ${email}
Subject  ${about}
Sent     ${createdAt.toISOString()}
Account  ${userId ?? 'none (not signed in)'}
Message  ${id}
`,
  };
}

/** Composes the mail that contains a reply. If the writer answers the mail, the answer goes to the staff. */
function composeReplyMail({ reply, message }: UnmailedReply, { to, from, hostname }: SmtpOptions) {
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

On ${DAY.format(createdAt)} you wrote:
${quoted}

${SIGNATURE}
Octavo
`,
  };
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * The line that separates the text of a mail from its signature (RFC 3676, 4.3). Mail programs do not quote the
 * signature.
 */
const SIGNATURE = '-- ';
