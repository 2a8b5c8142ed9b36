import { z } from 'zod';
import type { Job, Task } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';

/** The nightly removal of outdated recordings. */
export const REMOVE_OUTDATED = {
  id: 'former-recordings',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
  // Ten thousand articles take some minutes, since each is prepared to compute its recordings' names.
  timeLimit: 60 * 60,
} satisfies Task;

/**
 * Creates the job that removes the recordings that have been outdated for `days` days. It needs a process with access to
 * the files that readers get.
 */
export function removeOutdatedJob(
  narrations: Pick<NarrationService, 'removeOutdated'>,
  days: number,
): Job<typeof REMOVE_OUTDATED.payload> {
  return {
    ...REMOVE_OUTDATED,
    work: async (_nothing, signal) => ({ ...(await narrations.removeOutdated(days, signal)) }),
  };
}
