import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type CollectingJobDefinition,
  enqueueItems,
  itemsPayloadSchema,
} from '#server/platform/jobs/enqueue-items.ts';

/**
 * The retries of notifications. Their delays are 17 to 34 hours in total, because each one is a random time between
 * half of its maximum and its maximum, so a service that is down for a night still gets them.
 */
const RETRIES = { limit: 10, delay: 60 };

/** The job that tells search engines which pages have changed (indexnow.org). Its items are content keys. */
export const INDEX_NOW_JOB_DEFINITION = {
  id: 'index-now',
  payload: itemsPayloadSchema,
  collectionTime: 5 * 60,
  // IndexNow accepts at most 10,000 URLs in a request.
  maxItems: 10_000,
  timeLimit: 30,
  retries: RETRIES,
} satisfies CollectingJobDefinition;

/** The job that tells a WebSub hub which feeds have changed. Its items are content keys. */
export const WEB_SUB_JOB_DEFINITION = {
  id: 'web-sub',
  payload: itemsPayloadSchema,
  collectionTime: 60,
  maxItems: 1000,
  timeLimit: 60,
  retries: RETRIES,
} satisfies CollectingJobDefinition;

/**
 * Enqueues the jobs that notify IndexNow and the WebSub hub of a change to public content. The jobs collect the changes
 * of a few minutes. The caller passes the transaction of the change.
 */
export async function enqueueIndexNowAndWebSubJobs(
  transaction: Queries,
  keys: readonly ContentKey[],
): Promise<void> {
  await enqueueItems(transaction, INDEX_NOW_JOB_DEFINITION, filterKeys(keys, PAGE_KEYS));
  await enqueueItems(transaction, WEB_SUB_JOB_DEFINITION, filterKeys(keys, FEED_KEYS));
}

/** Prefixes of the keys of content that has a page of its own. */
const PAGE_KEYS = ['article:', 'author:'];
/** Prefixes of the keys of content that is in feeds. */
const FEED_KEYS = ['article:', 'articles-of:', 'category:'];

function filterKeys(keys: readonly ContentKey[], prefixes: readonly string[]): ContentKey[] {
  return keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}
