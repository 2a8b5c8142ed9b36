import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { smtpMailer } from './mail/mailer.ts';
import { contactMail, contactMailOwed, replyMail } from './mail/mailing.ts';
import { contactMessages } from './schema.ts';

/** What a reader wrote while signed in. They wrote to be answered: it goes with the purge. */
export const CONTACT_ROWS: ReadersRows = {
  table: contactMessages,
  changedAt: contactMessages.createdAt,
  goesAtOnce: false,
};

/** What gives messages to a mail server, where one is configured. Without one they wait in the database. */
export function contactJobs(queries: Queries, config: Config): Job[] {
  const { SMTP_URL: url, CONTACT_TO: to, MAIL_FROM: from, ORIGIN } = config;
  if (!url || !to || !from) return [];
  const mailer = smtpMailer({ url, to, from, hostname: new URL(ORIGIN).hostname });
  return [contactMail(queries, mailer), contactMailOwed(queries), replyMail(queries, mailer)];
}
