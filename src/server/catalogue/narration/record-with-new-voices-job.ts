import { z } from 'zod';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';
import type { NarratorSampleService } from './narrator-sample-service.ts';
import type { VoicesInUse } from './preparation.ts';
import { listNarrationsByFormerVoices } from './repository.ts';
import { SpeechBudgetError } from './speech-service/spending.ts';

const HOUR = 60 * 60;
/** Milliseconds after which a run stops and enqueues another run. This is well below the time limit of the job. */
const MAX_RUN_TIME = 20 * 60_000;
/**
 * Milliseconds after which the job runs again, possibly in another process, if this process lacks the voices in use.
 */
const ELSEWHERE_DELAY = 60_000;
/** Number of recordings that one query reads. */
const BATCH_SIZE = 50;

/** The job that repeats all recordings after the voices have changed: first the voice samples, then the articles. */
export const RECORD_WITH_NEW_VOICES_JOB_DEFINITION = {
  id: 'new-voices',
  payload: z.strictObject({}),
  timeLimit: HOUR,
} satisfies JobDefinition;

/** Enqueues {@link RECORD_WITH_NEW_VOICES_JOB_DEFINITION}. Does nothing if such a job is already waiting. */
export function enqueueRecordingWithNewVoices(
  transaction: Queries,
  options: { startAfter?: Date } = {},
): Promise<void> {
  return enqueue(
    transaction,
    RECORD_WITH_NEW_VOICES_JOB_DEFINITION,
    {},
    { key: 'all', ...options },
  );
}

interface NewVoicesOptions {
  queries: Queries;
  narrations: Pick<NarrationService, 'record'>;
  samples: Pick<NarratorSampleService, 'record'>;
  voices: VoicesInUse & { readonly problem: string | undefined };
  /** Returns the IDs of popular articles, most popular first. */
  listPopularArticleIds(queries: Queries): Promise<string[]>;
}

/**
 * Creates the job that records articles again with the voices in use if their recordings were made with earlier voices.
 * Popular articles come first, then all others from the newest to the oldest. After an interruption, the next run skips
 * the articles that already have new recordings. If a recording fails, its error is stored in the narration job and the
 * run continues. If the budget for the speech service is used up, the job continues the next month.
 */
export function createRecordWithNewVoicesJob({
  queries,
  narrations,
  samples,
  voices,
  listPopularArticleIds,
}: NewVoicesOptions): JobWithHandler<typeof RECORD_WITH_NEW_VOICES_JOB_DEFINITION.payload> {
  return {
    ...RECORD_WITH_NEW_VOICES_JOB_DEFINITION,
    async work(_payload, signal) {
      if (voices.problem) {
        const startAfter = new Date(Date.now() + ELSEWHERE_DELAY);
        await enqueueRecordingWithNewVoices(queries, { startAfter });
        return { skipped: voices.problem };
      }
      const counts = { recorded: 0, failed: 0 };
      const endsAt = Date.now() + MAX_RUN_TIME;
      /**
       * Records an article with a narrator. Returns false, and records nothing, if the time limit of the run has
       * passed.
       */
      const record = async (articleId: string, narrator: NarratorId) => {
        signal.throwIfAborted();
        if (Date.now() > endsAt) return false;
        try {
          if (await narrations.record(articleId, narrator, signal)) counts.recorded++;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof SpeechBudgetError) throw error;
          counts.failed++;
        }
        return true;
      };
      for (const narrator of Object.keys(NARRATORS_BY_ID) as NarratorId[]) {
        signal.throwIfAborted();
        await samples.record(narrator).catch(() => {});
      }
      try {
        const isTimeUp = !(await recordAll({ queries, voices, listPopularArticleIds }, record));
        if (isTimeUp) await enqueueRecordingWithNewVoices(queries);
        return counts;
      } catch (error) {
        if (!(error instanceof SpeechBudgetError)) throw error;
        const { until: startAfter } = error;
        await enqueueRecordingWithNewVoices(queries, { startAfter });
        return { ...counts, postponedUntil: startAfter.toISOString() };
      }
    },
  };
}

/**
 * Calls `record` for each recording with earlier voices until a call returns false. Returns false if a call returned
 * false.
 */
async function recordAll(
  {
    queries,
    voices,
    listPopularArticleIds,
  }: Pick<NewVoicesOptions, 'queries' | 'voices' | 'listPopularArticleIds'>,
  record: (articleId: string, narrator: NarratorId) => Promise<boolean>,
): Promise<boolean> {
  const { fingerprints } = voices;
  const popularIds = await listPopularArticleIds(queries);
  const rank = new Map(popularIds.map((id, at) => [id, at]));
  const popularNarrations = await listNarrationsByFormerVoices(queries, fingerprints, {
    articleIds: popularIds,
  });
  popularNarrations.sort((a, b) => rank.get(a.articleId)! - rank.get(b.articleId)!);
  for (const { articleId, narrator } of popularNarrations)
    if (!(await record(articleId, narrator))) return false;
  // Article IDs begin with the creation time, so articles in descending order of their IDs are sorted newest first.
  for (let before: string | undefined; ; ) {
    const page = await listNarrationsByFormerVoices(queries, fingerprints, {
      before,
      limit: BATCH_SIZE,
    });
    for (const { articleId, narrator } of page) {
      // The voices have changed again. Another job repeats all recordings with the latest voices, so this one ends.
      if (fingerprints !== voices.fingerprints) return true;
      if (!rank.has(articleId) && !(await record(articleId, narrator))) return false;
    }
    if (page.length < BATCH_SIZE) return true;
    before = page.at(-1)!.articleId;
  }
}
