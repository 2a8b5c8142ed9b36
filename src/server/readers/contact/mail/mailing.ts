import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { findUnmailedReply, listUnmailedReplies, noteReplyMailed } from '../replies.ts';
import { findUnmailed, listUnmailed, noteMailed } from '../repository.ts';
import type { Mailer } from './mailer.ts';
import { CONTACT_MAIL, REPLY_MAIL } from './task.ts';

/** Milliseconds after which a message has been through all the attempts there are. */
const GIVEN_UP_AFTER = 24 * 60 * 60 * 1000;
/** What one night makes up for; the next makes up for more. */
const MOST_OWED = 200;

/**
 * Mails a message, unless it has been, or is there no more. A process that dies after the server has taken it and
 * before that is noted has it mailed twice, under one Message-ID: mail programs show it once.
 */
export function contactMail(queries: Queries, mailer: Mailer): Job<typeof CONTACT_MAIL.payload> {
  return {
    ...CONTACT_MAIL,
    async work({ id }, signal) {
      const message = await findUnmailed(queries, id);
      if (!message) return { mailed: false };
      await mailer.send(message, signal);
      await noteMailed(queries, id);
      return { mailed: true };
    },
  };
}

/** Mails an answer, as {@link contactMail} does. */
export function replyMail(queries: Queries, mailer: Mailer): Job<typeof REPLY_MAIL.payload> {
  return {
    ...REPLY_MAIL,
    async work({ id }, signal) {
      const reply = await findUnmailedReply(queries, id);
      if (!reply) return { mailed: false };
      await mailer.sendReply(reply, signal);
      await noteReplyMailed(queries, id);
      return { mailed: true };
    },
  };
}

/**
 * Every day, has those messages mailed that were given up, or were written while no mail server was configured, as they
 * are in nobody's mail yet, and the answers that were given up.
 */
export function contactMailOwed(queries: Queries): Job {
  return {
    id: 'contact-mail-owed',
    payload: z.strictObject({}),
    cron: '41 4 * * *',
    async work() {
      const since = new Date(Date.now() - GIVEN_UP_AFTER);
      const messages = await listUnmailed(queries, since, MOST_OWED);
      const replies = await listUnmailedReplies(queries, since, MOST_OWED);
      for (const [task, ids] of [
        [CONTACT_MAIL, messages],
        [REPLY_MAIL, replies],
      ] as const)
        for (const id of ids)
          await queries.transaction((transaction) =>
            enqueue(transaction, task, { id }, { key: id }),
          );
      return { owed: messages.length + replies.length };
    },
  };
}
