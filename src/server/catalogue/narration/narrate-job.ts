import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';
import { readNarrationSettings } from './narration-settings.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from './record-narration-job.ts';
import { listNarratorsOfArticle } from './repository.ts';
import { SpeechBudgetError } from './speech-service/spending.ts';

const HOUR = 60 * 60;

/**
 * The job that records an article when the article is published or changed. A reader who requests the narration later
 * does not have to wait.
 */
export const NARRATE_JOB_DEFINITION = {
  id: 'narrate',
  payload: z.strictObject({ articleId: createUuidSchema() }),
  // Time limit in seconds. It suffices for recordings by all narrators, even if a neural model runs no faster than
  // real time.
  timeLimit: HOUR,
  // Seconds after which a waiting job is deleted if no process can run it. The article is then recorded when a reader
  // first requests its narration.
  retention: 7 * 24 * HOUR,
} satisfies JobDefinition;

/** Creates the job that records an article with one narrator. Does nothing if the recording exists. */
export function createRecordNarrationJob(
  narrations: Pick<NarrationService, 'record'>,
): JobWithHandler<typeof RECORD_NARRATION_JOB_DEFINITION.payload> {
  return {
    ...RECORD_NARRATION_JOB_DEFINITION,
    async work({ articleId, narrator }, signal) {
      try {
        const narration = await narrations.record(articleId, narrator, signal);
        return { recorded: narration !== undefined };
      } catch (error) {
        signal.throwIfAborted();
        // A `BusyError` means that this process lacks the voices in use. The job queue retries the job, and another
        // process may run it.
        if (error instanceof BusyError) throw error;
        // The error is returned instead of thrown, so that the job is not retried. The studio shows the failure, and an
        // editor can retry the recording there.
        return { failed: String(error) };
      }
    },
  };
}

/**
 * Creates the job that records an article with the default narrator, and with all narrators who have recorded an
 * earlier version of its text. Skips withdrawn articles and existing recordings. Does nothing if editors have turned
 * off recording in advance. If the budget for the speech service is used up, the job runs again the next month. The
 * process that runs the job must use the same file store as the web server.
 */
export function createNarrateJob(
  queries: Queries,
  narrations: Pick<NarrationService, 'record'>,
): JobWithHandler<typeof NARRATE_JOB_DEFINITION.payload> {
  return {
    ...NARRATE_JOB_DEFINITION,
    async work({ articleId }, signal) {
      const { recordAhead } = await readNarrationSettings(queries);
      if (recordAhead === 'off') return { articleId, narrators: [] };
      const narrators = new Set([
        DEFAULT_NARRATOR_ID,
        ...(await listNarratorsOfArticle(queries, articleId)),
      ]);
      const recorded: NarratorId[] = [];
      for (const narrator of narrators) {
        signal.throwIfAborted();
        try {
          if (await narrations.record(articleId, narrator, signal)) recorded.push(narrator);
        } catch (error) {
          if (!(error instanceof SpeechBudgetError)) throw error;
          const { until: startAfter } = error;
          await enqueue(
            queries,
            NARRATE_JOB_DEFINITION,
            { articleId },
            { key: articleId, startAfter },
          );
          return { articleId, narrators: recorded, postponedUntil: startAfter.toISOString() };
        }
      }
      return { articleId, narrators: recorded };
    },
  };
}
