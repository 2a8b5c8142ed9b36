import type { Mail, MailAddress, SendMail } from '#server/platform/mail/smtp.ts';
import { hashToken } from '#server/platform/tokens.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { LetterContent } from './letter-content.ts';
import { createConfirmUrl, createUnsubscribeUrl } from './link-urls.ts';
import { renderConfirmationMail } from './render-confirmation.ts';
import { type RenderedMail, renderLetter } from './render-letter.ts';
import type { LetterSubscription } from './schema.ts';

export interface LetterMailerOptions {
  sendMail: SendMail;
  /** The sender's email address. */
  from: string;
  /** The staff's email address. Readers' replies to the weekly letter go to this address. */
  replyTo: string;
  /** The website's origin, with which the links in the emails begin. */
  origin: string;
}

/** A weekly letter that is ready to be sent. */
export interface DueLetter {
  user: User;
  subscription: LetterSubscription;
  content: LetterContent;
  week: string;
  /** The letter's date in the reader's time zone, such as "Tuesday, December 1". */
  day: string;
}

/** A service that sends weekly letters and confirmation links to readers by email. */
export interface LetterMailer {
  /** Sends a weekly letter by email. Rejects like {@link SendMail} if the mail server does not accept the email. */
  sendLetter(letter: DueLetter, signal: AbortSignal): Promise<void>;
  /**
   * Emails the confirmation link, which contains `token`. Rejects like {@link SendMail} if the mail server does not
   * accept the email.
   */
  sendConfirmation(
    user: Pick<User, 'email' | 'name'>,
    token: string,
    signal: AbortSignal,
  ): Promise<void>;
}

export function createLetterMailer(options: LetterMailerOptions): LetterMailer {
  const { sendMail, from, replyTo, origin } = options;
  const { hostname } = new URL(origin);
  const compose = ({ email, name }: Pick<User, 'email' | 'name'>, mail: RenderedMail) => ({
    ...mail,
    from: toOctavo(from),
    replyTo: toOctavo(replyTo),
    to: { name, address: email },
  });
  return {
    sendLetter: ({ user, subscription, content, week, day }, signal) => {
      const unsubscribeUrl = createUnsubscribeUrl(origin, subscription.unsubscribeToken);
      const mail: Mail = {
        ...compose(user, renderLetter(content, day, { origin, unsubscribeUrl })),
        messageId: `<letter.${week}.${hashToken(user.id).slice(0, 32)}@${hostname}>`,
        headers: createLetterHeaders(hostname, unsubscribeUrl),
      };
      return sendMail(mail, signal);
    },
    sendConfirmation: (user, token, signal) => {
      const mail: Mail = {
        ...compose(user, renderConfirmationMail(createConfirmUrl(origin, token))),
        messageId: `<letter-confirmation.${hashToken(token).slice(0, 32)}@${hostname}>`,
        headers: AUTOMATIC_MAIL_HEADERS,
      };
      return sendMail(mail, signal);
    },
  };
}

function toOctavo(address: string): MailAddress {
  return { name: 'Octavo', address };
}

/** The email header that prevents automatic replies, such as vacation notices (RFC 3834, 5). */
const AUTOMATIC_MAIL_HEADERS = { 'Auto-Submitted': 'auto-generated' };

/**
 * Returns the email headers of a weekly letter. `List-Unsubscribe` (RFC 2369) makes mail programs show an unsubscribe
 * button, which works with a single request (RFC 8058). `List-Id` (RFC 2919) lets mail filters recognize the letter.
 * `Precedence` prevents automatic replies from older mail programs.
 */
function createLetterHeaders(hostname: string, unsubscribeUrl: string): Record<string, string> {
  return {
    ...AUTOMATIC_MAIL_HEADERS,
    Precedence: 'bulk',
    'List-Id': `Octavo weekly letter <weekly-letter.${hostname}>`,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
