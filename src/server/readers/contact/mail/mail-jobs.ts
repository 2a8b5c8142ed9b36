import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { findUnmailedReply, listUnmailedReplies, markReplyMailed } from '../replies.ts';
import { findUnmailedMessage, listUnmailedMessages, markMessageMailed } from '../repository.ts';
import { CONTACT_MAIL_TASK, REPLY_MAIL_TASK } from './mail-tasks.ts';
import type { Mailer } from './mailer.ts';

/** Milliseconds after which all retries of a mail have failed. */
const RETRY_WINDOW = 24 * 60 * 60 * 1000;
/** Mails retried per night. */
const MAX_RETRIED_MAILS = 200;

/**
 * Creates the job that mails a message, unless it was mailed or deleted. If a process crashes between sending and
 * recording, the message is mailed twice under one Message-ID, which mail programs show once.
 */
export function createContactMailJob(
  queries: Queries,
  mailer: Mailer,
): Job<typeof CONTACT_MAIL_TASK.payload> {
  return {
    ...CONTACT_MAIL_TASK,
    async work({ id }, signal) {
      const message = await findUnmailedMessage(queries, id);
      if (!message) return { mailed: false };
      await mailer.send(message, signal);
      await markMessageMailed(queries, id);
      return { mailed: true };
    },
  };
}

/** Creates the job that mails a reply, as {@link createContactMailJob} does. */
export function createReplyMailJob(
  queries: Queries,
  mailer: Mailer,
): Job<typeof REPLY_MAIL_TASK.payload> {
  return {
    ...REPLY_MAIL_TASK,
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
 * Creates the daily job that retries mails whose retries have failed, and messages written while no mail server was
 * configured.
 */
export function createMailRetryJob(queries: Queries): Job {
  return {
    id: 'contact-mail-owed',
    payload: z.strictObject({}),
    cron: '41 4 * * *',
    async work() {
      const since = new Date(Date.now() - RETRY_WINDOW);
      const messages = await listUnmailedMessages(queries, since, MAX_RETRIED_MAILS);
      const replies = await listUnmailedReplies(queries, since, MAX_RETRIED_MAILS);
      for (const [task, ids] of [
        [CONTACT_MAIL_TASK, messages],
        [REPLY_MAIL_TASK, replies],
      ] as const)
        for (const id of ids)
          await queries.transaction((transaction) =>
            enqueue(transaction, task, { id }, { key: id }),
          );
      return { owed: messages.length + replies.length };
    },
  };
}
