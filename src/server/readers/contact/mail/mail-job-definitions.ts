import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';

/** The job that sends a contact message to the staff by email. */
export const CONTACT_MAIL_JOB_DEFINITION = {
  id: 'contact-mail',
  payload: z.strictObject({ id: createUuidSchema() }),
  timeLimit: 120,
  // Retries continue for several hours, because a mail server may be down for hours, or may defer mail from unknown
  // senders for minutes (greylisting).
  retries: { limit: 10, delay: 30 },
} satisfies JobDefinition;

/** The job that emails a reply to the person who wrote a contact message. */
export const REPLY_MAIL_JOB_DEFINITION = {
  ...CONTACT_MAIL_JOB_DEFINITION,
  id: 'contact-reply',
} satisfies JobDefinition;
