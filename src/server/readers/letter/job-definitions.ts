import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';

/** The job that emails a reader the link for confirming the subscription to the weekly letter. */
export const LETTER_CONFIRMATION_JOB_DEFINITION = {
  id: 'letter-confirmation',
  payload: z.strictObject({ userId: createUuidSchema() }),
  timeLimit: 120,
  // Retries continue for several hours, because mail servers may be down for hours.
  retries: { limit: 10, delay: 30 },
} satisfies JobDefinition;

/**
 * The job that sends the weekly letters that are due. It runs every hour, because morning comes at different times in
 * different time zones. Each run also sends letters that earlier runs could not send. If the mail server fails, the job
 * is retried 10 to 20 minutes later, and again 20 to 40 minutes after that.
 */
export const LETTER_JOB_DEFINITION = {
  id: 'letter',
  payload: z.strictObject({}),
  cron: '0 * * * *',
  timeLimit: 55 * 60,
  retries: { limit: 2, delay: 600 },
} satisfies JobDefinition;
