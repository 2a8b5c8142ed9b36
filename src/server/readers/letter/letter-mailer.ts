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
  /** The staff's email address, which receives readers' answers to the letter. */
  replyTo: string;
  /** Origin of the website. */
  origin: string;
}

/** A letter that is ready to be sent. */
export interface DueLetter {
  user: User;
  subscription: LetterSubscription;
  content: LetterContent;
  week: string;
  /** The reader's local day, such as "Tuesday, December 1". */
  day: string;
}

/** Mails letters, and the links that confirm them, to readers. */
export interface LetterMailer {
  /** Mails a letter. Throws like {@link SendMail}. */
  sendLetter(letter: DueLetter, signal: AbortSignal): Promise<void>;
  /** Mails the confirmation link with a token. Throws like {@link SendMail}. */
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

/** Headers that prevent automatic replies, such as vacation notices (RFC 3834, 5). */
const AUTOMATIC_MAIL_HEADERS = { 'Auto-Submitted': 'auto-generated' };

/**
 * Returns the headers of a letter. Mail programs show a button for `List-Unsubscribe` (RFC 2369) that ends the letter with
 * a single request (RFC 8058). `List-Id` (RFC 2919) identifies the letter for filters. `Precedence` prevents the automatic
 * replies of older programs.
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
