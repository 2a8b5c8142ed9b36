import type { Logger } from 'pino';
import type { AppComponents } from './app-components.ts';
import { createIndexNowJob } from './catalogue/index-now-and-websub/index-now.ts';
import { createWebSubJob } from './catalogue/index-now-and-websub/web-sub.ts';
import {
  createNarrateJob,
  createRecordNarrationJob,
  NARRATE_JOB_DEFINITION,
} from './catalogue/narration/narrate-job.ts';
import {
  createRemoveOutdatedRecordingsJob,
  REMOVE_OUTDATED_RECORDINGS_JOB_DEFINITION,
} from './catalogue/narration/outdated-recordings.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from './catalogue/narration/record-narration-job.ts';
import {
  createRecordPopularArticlesJob,
  RECORD_POPULAR_ARTICLES_JOB_DEFINITION,
} from './catalogue/narration/record-popular-job.ts';
import {
  createRecordWithNewVoicesJob,
  RECORD_WITH_NEW_VOICES_JOB_DEFINITION,
} from './catalogue/narration/record-with-new-voices-job.ts';
import {
  createDrawPicturesJob,
  DRAW_PICTURES_JOB_DEFINITION,
} from './catalogue/pictures/draw-pictures-job.ts';
import { createRefreshVocabularyJob } from './catalogue/search/vocabulary.ts';
import type { BillingSetup } from './membership/billing/choose-billing.ts';
import { createBillingJobs } from './membership/billing/jobs.ts';
import type { Config } from './platform/config.ts';
import type { Database, Queries } from './platform/db/database.ts';
import { createCdnPurgeJob } from './platform/http-cache/cdn-purge.ts';
import type { JobDefinition, JobWithHandler } from './platform/jobs/job.ts';
import { createContactJobs } from './readers/contact/service.ts';
import { listMostListenedAndReadArticleIds } from './readers/counts/popular-articles.ts';
import { createCountsTallyJob } from './readers/counts/service.ts';
import { createLetterJobs } from './readers/letter/jobs.ts';
import { createRetentionAndRecountJob, createVacuumJob } from './retention.ts';
import { createAiRequestJobs } from './studio/ai-requests/poll-job.ts';
import { createAuthorCadenceRefreshJob } from './studio/cadence/author-cadences.ts';
import { createScheduledPublicationJob } from './studio/publication/scheduled-publication.ts';
import type { AiWriterSetup } from './studio/writer/ai-writer.ts';

/** Creates the background jobs that do not access the file storage. Any process can run them. */
export function createJobsWithoutFiles(
  database: Database,
  config: Config,
  membership?: Pick<BillingSetup, 'billing'> & { log: Logger },
  writing?: AiWriterSetup,
): JobWithHandler[] {
  const { engine, queries } = database;
  const jobs = [
    createRetentionAndRecountJob(queries, config.ACCOUNT_PURGE_DAYS),
    createCdnPurgeJob(config.CDN_PURGE_URL),
    createIndexNowJob(queries, config),
    createWebSubJob(queries, config),
    createCountsTallyJob(queries),
    createRefreshVocabularyJob(queries),
    createScheduledPublicationJob(queries),
    createAuthorCadenceRefreshJob(queries),
    ...createContactJobs(queries, config),
    ...createLetterJobs(queries, config),
    ...(membership?.billing
      ? createBillingJobs(database, membership.billing.stripe, membership.log)
      : []),
    ...(writing ? createAiRequestJobs(queries, writing) : []),
  ];
  // The vacuum job is necessary because the embedded database has no autovacuum.
  return engine === 'embedded' ? [...jobs, createVacuumJob(queries)] : jobs;
}

/**
 * Maximum number of popular articles for which narrations are recorded in advance, before a reader requests them. The
 * limit applies separately to the most listened-to articles and to the most read articles.
 */
export const MAX_POPULAR_RECORDED_AHEAD = 50;

/**
 * The definitions of the jobs that read or write files. Any process can enqueue these jobs, but only a process with
 * access to the file storage can run them.
 */
export const FILE_JOB_DEFINITIONS: readonly JobDefinition[] = [
  DRAW_PICTURES_JOB_DEFINITION,
  NARRATE_JOB_DEFINITION,
  RECORD_NARRATION_JOB_DEFINITION,
  RECORD_POPULAR_ARTICLES_JOB_DEFINITION,
  RECORD_WITH_NEW_VOICES_JOB_DEFINITION,
  REMOVE_OUTDATED_RECORDINGS_JOB_DEFINITION,
];

/** Creates the jobs that {@link FILE_JOB_DEFINITIONS} defines. The process must have access to the file store. */
export function createFileJobs(
  { queries }: Pick<Database, 'queries'>,
  pictures: AppComponents['pictures'],
  { narrations, samples, speech }: AppComponents['audio'],
  { RECORDINGS_KEPT_DAYS }: Config,
): JobWithHandler[] {
  const popularSources = {
    queries,
    narrations,
    listPopularArticleIds: (from: Queries) =>
      listMostListenedAndReadArticleIds(from, MAX_POPULAR_RECORDED_AHEAD),
  };
  return [
    createDrawPicturesJob(pictures),
    createRecordPopularArticlesJob(popularSources),
    createRecordWithNewVoicesJob({ ...popularSources, samples, voices: speech }),
    createNarrateJob(queries, narrations),
    createRecordNarrationJob(narrations),
    createRemoveOutdatedRecordingsJob(narrations, RECORDINGS_KEPT_DAYS),
  ];
}
