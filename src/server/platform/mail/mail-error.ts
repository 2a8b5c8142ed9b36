/**
 * Reasons why a mail was not sent. In all cases except `unknown`, the server has not accepted the mail.
 *
 * - `unreachable`: The server cannot be reached, or accepts no email at all at the moment.
 * - `postponed`: The server may accept this mail later.
 * - `invalid-recipient`: The server will never accept a mail to this address.
 * - `refused`: The server will never accept this mail.
 * - `unknown`: The connection ended after the mail's content was sent and before the server responded.
 */
export type MailFailure = 'unreachable' | 'postponed' | 'invalid-recipient' | 'refused' | 'unknown';

const MESSAGES: Readonly<Record<MailFailure, string>> = {
  unreachable: 'The mail server cannot be reached or accepts no email',
  postponed: 'The mail server postponed the mail',
  'invalid-recipient': 'The mail server rejected the recipient',
  refused: 'The mail server refused the mail',
  unknown: 'The mail server did not confirm the mail',
};

/** Thrown if a mail was not sent, or if that is unknown. The cause is nodemailer's error. */
export class MailError extends Error {
  override name = 'MailError';
  readonly failure: MailFailure;

  constructor(failure: MailFailure, options: ErrorOptions) {
    super(MESSAGES[failure], options);
    this.failure = failure;
  }
}

/** The fields of nodemailer's errors by which they are classified. */
export interface SmtpError extends Error {
  code?: string;
  /** The SMTP command to which the server responded with an error. */
  command?: string;
  /** The server's response, which begins with `responseCode`. Missing if the server did not respond. */
  response?: string;
  responseCode?: number;
}

/** Returns the reason for an error of nodemailer. `isContentSent` is true if the content of the mail was being sent. */
export function classifySmtpError(error: SmtpError, isContentSent: boolean): MailFailure {
  const { code, command, responseCode } = error;
  if (!responseCode) {
    if (isContentSent) return 'unknown';
    // Without a response, these errors mean that nodemailer itself rejects the address or the mail.
    if (code === 'EENVELOPE') return 'invalid-recipient';
    return code === 'EMESSAGE' ? 'refused' : 'unreachable';
  }
  // 421 ends the connection after any command (RFC 5321, 3.8). The other commands are not about the mail.
  if (responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA')) return 'unreachable';
  if (responseCode < 500) return 'postponed';
  return isAboutRecipient(error) ? 'invalid-recipient' : 'refused';
}

/** Matches the enhanced status code in a response (RFC 3463), such as `5.1.1` in `550 5.1.1 No such user`. */
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Returns true if a permanent error concerns the recipient's address. Servers respond to the recipient also if they
 * reject the sender, but then the status is about security or policy (`5.7.x`).
 */
function isAboutRecipient({ command, response = '' }: SmtpError): boolean {
  const [, status] = ENHANCED_STATUS.exec(response) ?? [];
  return command === 'RCPT TO' ? !status?.startsWith('5.7.') : Boolean(status?.startsWith('5.1.'));
}
