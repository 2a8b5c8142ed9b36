import { z } from 'zod';
import { uuid } from '#domain/ids.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** Mails one message. */
export const CONTACT_MAIL_TASK = {
  id: 'contact-mail',
  payload: z.strictObject({ id: uuid() }),
  timeLimit: 120,
  // Retries for a night: mail servers are down for hours, and defer unknown senders for minutes (greylisting).
  retries: { limit: 10, delay: 30 },
} satisfies Task;

/** Mails one reply. */
export const REPLY_MAIL_TASK = { ...CONTACT_MAIL_TASK, id: 'contact-reply' } satisfies Task;
