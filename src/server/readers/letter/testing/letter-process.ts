/**
 * A process that sends the weekly letters that are due at the time in the environment variable `LETTER_TIME`. A test
 * kills the process while it is sending. `DATABASE_URL` and `SMTP_URL` contain the URLs of the database and the mail
 * server.
 */
import { openDatabase } from '#server/platform/db/open.ts';
import { createSmtpSender } from '#server/platform/mail/smtp.ts';
import { createLetterMailer } from '../letter-mailer.ts';
import { sendDueLetters } from '../send-letters.ts';

const { DATABASE_URL, SMTP_URL, LETTER_TIME } = process.env;
const database = await openDatabase({ url: DATABASE_URL! });
const mailer = createLetterMailer({
  sendMail: createSmtpSender(SMTP_URL!),
  from: 'letter@octavo.example',
  replyTo: 'team@octavo.example',
  origin: 'https://octavo.example',
});
const now = () => new Date(LETTER_TIME!);
await sendDueLetters({ queries: database.queries, mailer, now }, new AbortController().signal);
