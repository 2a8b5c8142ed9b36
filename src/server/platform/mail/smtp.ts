import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { classifySmtpError, MailError, type SmtpError } from './mail-error.ts';

/** A name and an email address. The name may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

/** An email to one recipient. The fields may contain any text, because nodemailer encodes them. */
export interface Mail {
  from: MailAddress;
  to: MailAddress;
  replyTo: MailAddress;
  subject: string;
  /** The Message-ID, in angle brackets. */
  messageId: string;
  /** Value of the header `Date`. Default: the current time. */
  date?: Date;
  text: string;
  /** The email's content as HTML. If omitted, the email contains only plain text. */
  html?: string;
  /** Additional headers, by name. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The line that separates an email's text from the signature (RFC 3676, 4.3). Mail programs do not quote the signature
 * in replies.
 */
export const MAIL_SIGNATURE_SEPARATOR = '-- ';

/**
 * A function that sends an email. It resolves once the SMTP server has accepted the email. It rejects with {@link
 * MailError} if the email was not accepted, or if `signal` is aborted first.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Timeouts for SMTP connections, in milliseconds. */
const SMTP_TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/**
 * Creates a function that sends emails through an SMTP server, with one connection per email. `url` is the server's
 * URL: `smtp://user:password@host:port`, or `smtps://…` for TLS. Tests pass shorter `timeouts`.
 */
export function createSmtpSender(
  url: string,
  timeouts: Partial<typeof SMTP_TIMEOUTS> = {},
): SendMail {
  return async (mail, signal) => {
    const transport = await openTransport(url, { ...SMTP_TIMEOUTS, ...timeouts });
    const getContent = captureContent(transport);
    try {
      await transport.sendMail({ ...mail, headers: { ...mail.headers }, signal });
    } catch (error) {
      const failure = classifySmtpError(error as SmtpError, getContent()?.readableDidRead ?? false);
      throw new MailError(failure, { cause: error });
    } finally {
      transport.close();
    }
  };
}

/**
 * Creates the nodemailer transport for the SMTP server. Imports nodemailer on first use, so that the import does not
 * delay the server's startup.
 */
async function openTransport(url: string, timeouts: typeof SMTP_TIMEOUTS): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  // Prevents nodemailer from reading files or fetching URLs, because an email's text may come from any visitor.
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

/**
 * Returns a function that returns the stream with the email's content, or `undefined` before the stream is created. The
 * stream shows whether nodemailer has begun to send the content. nodemailer reads the stream only once the server has
 * accepted the sender and the recipient, and is ready for the content.
 */
function captureContent(transport: Transporter): () => Readable | undefined {
  let content: Readable | undefined;
  transport.use('stream', ({ message }, done) => {
    const createReadStream = message!.createReadStream.bind(message);
    message!.createReadStream = (options) => {
      content = createReadStream(options);
      return content;
    };
    done();
  });
  return () => content;
}
