import { z } from 'zod';
import { uuidSchema } from '#domain/ids.ts';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';

const HOUR = 60 * 60;

/**
 * The job that records an article with one narrator. It is enqueued when an editor retries a failed recording, or when
 * a listener requests a recording from a process that lacks the voices.
 */
export const NARRATE_AGAIN_JOB_DEFINITION = {
  id: 'narrate-again',
  payload: z.strictObject({ articleId: uuidSchema(), narrator: narratorIdSchema }),
  timeLimit: HOUR,
  retries: { limit: 6, delay: 20 },
  retention: 7 * 24 * HOUR,
} satisfies JobDefinition;

/** Enqueues {@link NARRATE_AGAIN_JOB_DEFINITION}. At most one such job waits for each article and narrator. */
export function enqueueNarration(
  transaction: Queries,
  task: z.output<typeof NARRATE_AGAIN_JOB_DEFINITION.payload>,
): Promise<void> {
  return enqueue(transaction, NARRATE_AGAIN_JOB_DEFINITION, task, {
    key: `${task.articleId}.${task.narrator}`,
  });
}
