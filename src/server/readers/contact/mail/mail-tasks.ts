import { z } from 'zod';
import { uuid } from '#domain/ids.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** One message is given to the mail server. */
export const CONTACT_MAIL_TASK = {
  id: 'contact-mail',
  payload: z.strictObject({ id: uuid() }),
  within: 120,
  // For a night: mail servers are down for hours, and refuse strangers for minutes on purpose.
  retries: { most: 10, after: 30 },
} satisfies Task;

/** One answer is given to it. */
export const REPLY_MAIL_TASK = { ...CONTACT_MAIL_TASK, id: 'contact-reply' } satisfies Task;
