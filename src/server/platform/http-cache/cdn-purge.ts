import { z } from 'zod';
import type { Queries } from '../db/database.ts';
import { postOrThrow } from '../http/post-or-throw.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '../jobs/job.ts';

/**
 * The type of the jobs that purge changed pages from a CDN. Each change enqueues one job, which only one process runs.
 */
export const CDN_PURGE_JOB_DEFINITION = {
  id: 'cdn-purge',
  payload: z.strictObject({
    /**
     * The cache keys of the changed content, which also appear in the `cache-tag` headers of the affected pages. If
     * omitted, every page is purged.
     */
    keys: z.array(z.string()).optional(),
  }),
  timeLimit: 10,
  // All retries together take a few minutes. A job that is still waiting after an hour is deleted, because the old
  // pages have expired in the CDN by then.
  retries: { limit: 8, delay: 1 },
  retention: 60 * 60,
} satisfies JobDefinition;

/** Maximum number of cache keys in one purge. If a change has more cache keys, every page is purged. */
const MAX_KEYS = 100;

/**
 * Enqueues a job that purges the pages that contain content with the given cache keys. `transaction` must be the
 * transaction that changes the content.
 */
export function enqueueCdnPurge(transaction: Queries, keys: readonly string[]): Promise<void> {
  return enqueue(
    transaction,
    CDN_PURGE_JOB_DEFINITION,
    keys.length > MAX_KEYS ? {} : { keys: [...keys] },
  );
}

/**
 * Creates the handler for jobs that purge changed pages from a CDN. Each job sends a POST request to `url`. Its JSON
 * body is `{"keys": [...]}`, with cache keys from the pages' `cache-tag` headers, or `{"everything": true}`. Without a
 * `url`, the jobs do nothing.
 */
export function createCdnPurgeJob(
  url: string | undefined,
): JobWithHandler<typeof CDN_PURGE_JOB_DEFINITION.payload> {
  return {
    ...CDN_PURGE_JOB_DEFINITION,
    async work({ keys }, signal) {
      if (!url) return { skipped: 'CDN_PURGE_URL is not set' };
      await postOrThrow('The CDN', url, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(keys ? { keys } : { everything: true }),
        signal,
      });
      return { keys: keys?.length ?? 'everything' };
    },
  };
}
