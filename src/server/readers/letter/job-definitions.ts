import { z } from 'zod';
import { uuidSchema } from '#domain/ids.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';

/** The job that mails the link with which a reader confirms the letter. */
export const LETTER_CONFIRMATION_JOB_DEFINITION = {
  id: 'letter-confirmation',
  payload: z.strictObject({ userId: uuidSchema() }),
  timeLimit: 120,
  // Retries continue for several hours, because mail servers may be down for hours.
  retries: { limit: 10, delay: 30 },
} satisfies JobDefinition;

/**
 * The job that sends the letters which are due. It runs every hour, so that it reaches every time zone in its morning
 * and repeats what has failed. It is retried after ten and thirty minutes if the mail server fails.
 */
export const LETTER_JOB_DEFINITION = {
  id: 'letter',
  payload: z.strictObject({}),
  cron: '0 * * * *',
  timeLimit: 55 * 60,
  retries: { limit: 2, delay: 600 },
} satisfies JobDefinition;
