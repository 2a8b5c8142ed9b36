import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';

const HOUR = 60 * 60;

/**
 * The job that records one article with one narrator. It is enqueued when an editor retries a
 * failed recording, when a reader's private podcast needs a missing recording, and when the process
 * that received a listener's request lacks the voices in use.
 */
export const RECORD_NARRATION_JOB_DEFINITION = {
  id: 'narrate-again',
  payload: z.strictObject({ articleId: createUuidSchema(), narrator: narratorIdSchema }),
  timeLimit: HOUR,
  retries: { limit: 6, delay: 20 },
  retention: 7 * 24 * HOUR,
} satisfies JobDefinition;

/**
 * Enqueues {@link RECORD_NARRATION_JOB_DEFINITION}. Does nothing if a job for the same article and narrator is already
 * waiting.
 */
export function enqueueRecordNarrationJob(
  transaction: Queries,
  task: z.output<typeof RECORD_NARRATION_JOB_DEFINITION.payload>,
): Promise<void> {
  return enqueue(transaction, RECORD_NARRATION_JOB_DEFINITION, task, {
    key: `${task.articleId}.${task.narrator}`,
  });
}
