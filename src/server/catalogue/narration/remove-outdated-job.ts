import { z } from 'zod';
import type { Job, Task } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';

/** Task that removes outdated recordings every night. */
export const REMOVE_OUTDATED_RECORDINGS_TASK = {
  id: 'former-recordings',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
  // Time limit in seconds. ExpiredRowsRemoval takes several minutes for ten thousand articles, since each article is prepared to
  // compute the names of its recordings.
  timeLimit: 60 * 60,
} satisfies Task;

/**
 * Creates the job that removes recordings that have been outdated for `days` days. The process that runs the job must
 * use the same file store as the web server.
 */
export function removeOutdatedJob(
  narrations: Pick<NarrationService, 'removeOutdated'>,
  days: number,
): Job<typeof REMOVE_OUTDATED_RECORDINGS_TASK.payload> {
  return {
    ...REMOVE_OUTDATED_RECORDINGS_TASK,
    work: async (_nothing, signal) => ({ ...(await narrations.removeOutdated(days, signal)) }),
  };
}
