import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { MailError } from '#server/platform/mail/mail-error.ts';
import { createSmtpSender } from '#server/platform/mail/smtp.ts';
import { LETTER_CONFIRMATION_JOB_DEFINITION, LETTER_JOB_DEFINITION } from './job-definitions.ts';
import { createLetterMailer } from './letter-mailer.ts';
import { endLetterSubscription, replaceConfirmationToken } from './repository.ts';
import { type SendLettersOptions, sendDueLetters } from './send-letters.ts';

/** Creates the jobs for the weekly letter. Returns an empty list if no mail server is configured. */
export function createLetterJobs(queries: Queries, config: Config): JobWithHandler[] {
  const { SMTP_URL: url, CONTACT_TO: replyTo, MAIL_FROM: from, ORIGIN: origin } = config;
  if (!url || !replyTo || !from) return [];
  const mailer = createLetterMailer({ sendMail: createSmtpSender(url), from, replyTo, origin });
  return [createConfirmationJob({ queries, mailer }), createLetterJob({ queries, mailer })];
}

/**
 * Creates the job that emails the confirmation link for a subscription. The job does nothing if the subscription has
 * ended or is already confirmed. Each attempt creates a new link. The previous link cannot be sent again, because the
 * database stores only a hash of its token. If the mail server rejects the reader's address, the job ends the
 * subscription.
 */
function createConfirmationJob({
  queries,
  mailer,
}: SendLettersOptions): JobWithHandler<typeof LETTER_CONFIRMATION_JOB_DEFINITION.payload> {
  return {
    ...LETTER_CONFIRMATION_JOB_DEFINITION,
    async work({ userId }, signal) {
      const mailData = await replaceConfirmationToken(queries, userId);
      if (!mailData) return { mailed: false };
      try {
        await mailer.sendConfirmation(mailData.user, mailData.token, signal);
      } catch (error) {
        if (!(error instanceof MailError) || error.failure !== 'invalid-recipient') throw error;
        await endLetterSubscription(queries, { userId }, 'bounced', new Date());
        return { mailed: false };
      }
      return { mailed: true };
    },
  };
}

/** Creates the job that sends the weekly letters that are due ({@link sendDueLetters}). */
function createLetterJob(
  options: SendLettersOptions,
): JobWithHandler<typeof LETTER_JOB_DEFINITION.payload> {
  return {
    ...LETTER_JOB_DEFINITION,
    work: async (_payload, signal) => ({ ...(await sendDueLetters(options, signal)) }),
  };
}
