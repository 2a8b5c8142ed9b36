/**
 * Reasons why an email was not sent. Every reason except `unknown` means that the server has not accepted the email.
 *
 * - `unreachable`: The server cannot be reached, or does not accept email at the moment.
 * - `postponed`: The server may accept this email later.
 * - `invalid-recipient`: The server will never accept an email to this address.
 * - `refused`: The server will never accept this email.
 * - `unknown`: The connection ended after nodemailer began to send the email's content, but before the server
 *   responded.
 */
export type MailFailure = 'unreachable' | 'postponed' | 'invalid-recipient' | 'refused' | 'unknown';

const MESSAGES: Readonly<Record<MailFailure, string>> = {
  unreachable: 'The mail server cannot be reached or accepts no email',
  postponed: 'The mail server postponed the mail',
  'invalid-recipient': 'The mail server rejected the recipient',
  refused: 'The mail server refused the mail',
  unknown: 'The mail server did not confirm the mail',
};

/** Thrown if an email was not sent, or may not have been sent. The cause is nodemailer's error. */
export class MailError extends Error {
  override name = 'MailError';
  readonly failure: MailFailure;

  constructor(failure: MailFailure, options: ErrorOptions) {
    super(MESSAGES[failure], options);
    this.failure = failure;
  }
}

/** An error from nodemailer, with the fields that show why the email was not sent. */
export interface SmtpError extends Error {
  code?: string;
  /** The SMTP command to which the server responded with an error. */
  command?: string;
  /** The server's response, which begins with `responseCode`. `undefined` if the server did not respond. */
  response?: string;
  responseCode?: number;
}

/**
 * Returns the reason for an error from nodemailer. `isContentSent` is true if nodemailer had begun to send the email's
 * content.
 */
export function classifySmtpError(error: SmtpError, isContentSent: boolean): MailFailure {
  const { code, command, responseCode } = error;
  if (!responseCode) {
    if (isContentSent) return 'unknown';
    // Without a response from the server, the codes `EENVELOPE` and `EMESSAGE` mean that nodemailer itself rejected the
    // address or the email.
    if (code === 'EENVELOPE') return 'invalid-recipient';
    return code === 'EMESSAGE' ? 'refused' : 'unreachable';
  }
  // These errors do not concern this particular email: the status 421, with which a server can end the connection after
  // any command (RFC 5321, 3.8), and errors in response to commands other than RCPT TO and DATA.
  if (responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA')) return 'unreachable';
  if (responseCode < 500) return 'postponed';
  return isAboutRecipient(error) ? 'invalid-recipient' : 'refused';
}

/** Matches the enhanced status code in a response (RFC 3463), such as `5.1.1` in `550 5.1.1 No such user`. */
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Returns true if a permanent error concerns the recipient's address. A server may also reject the command RCPT TO
 * because of the sender, with an enhanced status code for a security or policy problem (`5.7.x`).
 */
function isAboutRecipient({ command, response = '' }: SmtpError): boolean {
  const [, status] = ENHANCED_STATUS.exec(response) ?? [];
  return command === 'RCPT TO' ? !status?.startsWith('5.7.') : Boolean(status?.startsWith('5.1.'));
}
