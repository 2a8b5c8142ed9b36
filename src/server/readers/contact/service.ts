import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { createSmtpSender } from '#server/platform/mail/smtp.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import {
  createContactMailJob,
  createContactMailRetryJob,
  createReplyMailJob,
} from './mail/mail-jobs.ts';
import { createContactMailer } from './mail/mailer.ts';
import { contactMessages } from './schema.ts';

/**
 * Contact messages from signed-in readers. They are not deleted until the account is purged, because readers who delete
 * their account may still expect a reply.
 */
export const contactMessagesPersonalDataTable: PersonalDataTable = {
  table: contactMessages,
  changedAt: contactMessages.createdAt,
  deleteImmediately: false,
};

/**
 * Creates the jobs that email contact messages and replies. Returns an empty list if no mail server is configured. In
 * that case, messages are stored but not emailed.
 */
export function createContactJobs(queries: Queries, config: Config): JobWithHandler[] {
  const { SMTP_URL: url, CONTACT_TO: to, MAIL_FROM: from, ORIGIN } = config;
  if (!url || !to || !from) return [];
  const { hostname } = new URL(ORIGIN);
  const mailer = createContactMailer({ sendMail: createSmtpSender(url), to, from, hostname });
  return [
    createContactMailJob(queries, mailer),
    createContactMailRetryJob(queries),
    createReplyMailJob(queries, mailer),
  ];
}
