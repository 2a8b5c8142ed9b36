import { z } from 'zod';
import type { Job, Task } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';

/** What no article says any more is not kept for ever. */
export const REMOVE_OUTDATED = {
  id: 'former-recordings',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
  // Ten thousand articles take some minutes: what each of them says is prepared for the ear.
  timeLimit: 60 * 60,
} satisfies Task;

/**
 * Removes, every night, the recordings that no article has said for so many days. For a process that has the files
 * readers are served from.
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
