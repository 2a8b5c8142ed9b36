import type { Transporter } from 'nodemailer';
import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import type { ReplyToMail } from '../replies.ts';
import type { StoredMessage } from '../repository.ts';

/** Gives messages to whoever answers them, and answers to whoever wrote. Both resolve when a mail server has taken it. */
export interface Mailer {
  /** Rejects when no mail server has taken it, and once `signal` is aborted. */
  send(message: StoredMessage, signal: AbortSignal): Promise<void>;
  /** The same of an answer. */
  sendReply(reply: ReplyToMail, signal: AbortSignal): Promise<void>;
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  url: string;
  /** Who answers. */
  to: string;
  /** Who sends: an address that server may send as. The writer's own would be refused as forged. */
  from: string;
  /** Of the site: what ids of messages are unique at. */
  hostname: string;
}

/** Milliseconds. A server that says nothing for that long is tried again later. */
const SMTP_TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** Mails messages through an SMTP server: from us, to whoever answers, whose answer goes to the writer. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
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

/** Loaded when there is something to send: a start does not wait for it. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  // What a stranger wrote is text, and names no file or address of ours to read.
  return createTransport({
    url,
    ...SMTP_TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A message as a mail. What the writer chose stands in fields that are encoded, never in text that is parsed. */
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

/** An answer as a mail: from us to whoever wrote, whose answer goes to who answers. */
function composeReplyMail({ reply, message }: ReplyToMail, { to, from, hostname }: SmtpOptions) {
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

/** What follows is not what was written: mail programs leave it out of an answer (RFC 3676, 4.3). */
const SIGNATURE = '-- ';
