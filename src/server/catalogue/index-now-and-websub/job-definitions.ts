import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  addItemsToCollectingJob,
  type CollectingJobDefinition,
  collectingJobPayloadSchema,
} from '#server/platform/jobs/add-items-to-collecting-job.ts';

/**
 * The retry policy for notifications. The maximum delay doubles with each retry, and the actual delay is a random 50%
 * to 100% of the maximum. All delays together take 17 to 34 hours, so a service that is unavailable overnight still
 * receives the notification.
 */
const RETRIES = { limit: 10, delay: 60 };

/**
 * The job that notifies search engines of changed pages (indexnow.org). Its items are the cache keys of changed
 * content.
 */
export const INDEX_NOW_JOB_DEFINITION = {
  id: 'index-now',
  payload: collectingJobPayloadSchema,
  collectionTime: 5 * 60,
  // IndexNow accepts at most 10,000 URLs in a request.
  maxItems: 10_000,
  timeLimit: 30,
  retries: RETRIES,
} satisfies CollectingJobDefinition;

/** The job that notifies a WebSub hub of changed feeds. Its items are the cache keys of changed content. */
export const WEB_SUB_JOB_DEFINITION = {
  id: 'web-sub',
  payload: collectingJobPayloadSchema,
  collectionTime: 60,
  maxItems: 1000,
  timeLimit: 60,
  retries: RETRIES,
} satisfies CollectingJobDefinition;

/**
 * Enqueues the jobs that notify IndexNow and the WebSub hub of a change to public content. Each job waits for its
 * `collectionTime`, so that one notification covers all changes in this period. The caller must pass the transaction
 * that makes the change.
 */
export async function enqueueIndexNowAndWebSubJobs(
  transaction: Queries,
  keys: readonly ContentCacheKey[],
): Promise<void> {
  await addItemsToCollectingJob(transaction, INDEX_NOW_JOB_DEFINITION, filterKeys(keys, PAGE_KEYS));
  await addItemsToCollectingJob(transaction, WEB_SUB_JOB_DEFINITION, filterKeys(keys, FEED_KEYS));
}

/** Prefixes of the cache keys for content that has its own page: articles, and authors with their articles. */
const PAGE_KEYS = ['article:', 'author:', 'articles-of:'];
/** Prefixes of the cache keys for content that web feeds contain. */
const FEED_KEYS = ['article:', 'articles-of:', 'category:'];

function filterKeys(
  keys: readonly ContentCacheKey[],
  prefixes: readonly string[],
): ContentCacheKey[] {
  return keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}
