import { z } from 'zod';
import { DEFAULT_NARRATOR_ID } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';
import { readNarrationSettings } from './narration-settings.ts';
import { listNarratorsOfArticle } from './repository.ts';
import { SpeechBudgetError } from './speech-service/spending.ts';

/** The hourly job that records popular articles. It does nothing unless editors have set `recordAhead` to `popular`. */
export const RECORD_POPULAR_ARTICLES_JOB_DEFINITION = {
  id: 'popular-recordings',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  timeLimit: 50 * 60,
  // A failed job is not retried, because the next run is one hour later.
  retries: { limit: 0, delay: 1 },
} satisfies JobDefinition;

interface PopularOptions {
  queries: Queries;
  narrations: Pick<NarrationService, 'record'>;
  /** Returns the IDs of popular articles, most popular first. */
  listPopularArticleIds(queries: Queries): Promise<string[]>;
}

/**
 * Creates the job that records popular articles with the default narrator, and with the narrators who have recorded
 * them before. If a recording fails, its error is stored in the narration job and the run continues.
 */
export function createRecordPopularArticlesJob({
  queries,
  narrations,
  listPopularArticleIds,
}: PopularOptions): JobWithHandler<typeof RECORD_POPULAR_ARTICLES_JOB_DEFINITION.payload> {
  return {
    ...RECORD_POPULAR_ARTICLES_JOB_DEFINITION,
    async work(_payload, signal) {
      const { recordAhead } = await readNarrationSettings(queries);
      if (recordAhead !== 'popular') return { recordAhead };
      const counts = { recorded: 0, failed: 0 };
      for (const articleId of await listPopularArticleIds(queries)) {
        const earlierNarrators = await listNarratorsOfArticle(queries, articleId);
        for (const narrator of new Set([DEFAULT_NARRATOR_ID, ...earlierNarrators])) {
          signal.throwIfAborted();
          try {
            if (await narrations.record(articleId, narrator, signal)) counts.recorded++;
          } catch (error) {
            signal.throwIfAborted();
            if (error instanceof SpeechBudgetError) return counts;
            counts.failed++;
          }
        }
      }
      return counts;
    },
  };
}
