import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { findUnmailedReply, listUnmailedReplyIds, markReplyMailed } from '../replies.ts';
import { findUnmailedMessage, listUnmailedMessageIds, markMessageMailed } from '../repository.ts';
import { CONTACT_MAIL_JOB_DEFINITION, REPLY_MAIL_JOB_DEFINITION } from './mail-job-definitions.ts';
import type { ContactMailer } from './mailer.ts';

/**
 * Milliseconds within which all retries of a mail job take place. A message that is still unsent after this time needs
 * a new job.
 */
const RETRY_WINDOW = 24 * 60 * 60 * 1000;
/** Maximum number of contact messages, and maximum number of replies, that the daily job enqueues again. */
const MAX_RETRIED_MAILS = 200;

/**
 * Creates the job that emails a contact message to the staff. The job does nothing if the message was already emailed
 * or was deleted. If the process crashes after sending the email but before `markMessageMailed`, the message is emailed
 * twice. Both emails have the same Message-ID, so mail programs show only one of them.
 */
export function createContactMailJob(
  queries: Queries,
  mailer: ContactMailer,
): JobWithHandler<typeof CONTACT_MAIL_JOB_DEFINITION.payload> {
  return {
    ...CONTACT_MAIL_JOB_DEFINITION,
    async work({ id }, signal) {
      const message = await findUnmailedMessage(queries, id);
      if (!message) return { mailed: false };
      await mailer.send(message, signal);
      await markMessageMailed(queries, id);
      return { mailed: true };
    },
  };
}

/**
 * Creates the job that emails a reply to the person who wrote a contact message. The job does nothing if the reply was
 * already emailed or was deleted. After a crash, it may email a reply twice with the same Message-ID, like the job from
 * {@link createContactMailJob}.
 */
export function createReplyMailJob(
  queries: Queries,
  mailer: ContactMailer,
): JobWithHandler<typeof REPLY_MAIL_JOB_DEFINITION.payload> {
  return {
    ...REPLY_MAIL_JOB_DEFINITION,
    async work({ id }, signal) {
      const reply = await findUnmailedReply(queries, id);
      if (!reply) return { mailed: false };
      await mailer.sendReply(reply, signal);
      await markReplyMailed(queries, id);
      return { mailed: true };
    },
  };
}

/**
 * Creates the daily job that enqueues emails for messages and replies that were written at least a day ago and are
 * still unsent. Either their jobs have used up all retries, or they never had a job, because no mail server was
 * configured when they were written.
 */
export function createContactMailRetryJob(queries: Queries): JobWithHandler {
  return {
    id: 'contact-mail-owed',
    payload: z.strictObject({}),
    cron: '41 4 * * *',
    async work() {
      const cutoff = new Date(Date.now() - RETRY_WINDOW);
      const messages = await listUnmailedMessageIds(queries, cutoff, MAX_RETRIED_MAILS);
      const replies = await listUnmailedReplyIds(queries, cutoff, MAX_RETRIED_MAILS);
      for (const [definition, ids] of [
        [CONTACT_MAIL_JOB_DEFINITION, messages],
        [REPLY_MAIL_JOB_DEFINITION, replies],
      ] as const)
        for (const id of ids)
          await queries.transaction((transaction) =>
            enqueue(transaction, definition, { id }, { key: id }),
          );
      return { owed: messages.length + replies.length };
    },
  };
}
