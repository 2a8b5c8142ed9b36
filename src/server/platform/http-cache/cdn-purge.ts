import { z } from 'zod';
import type { Queries } from '../db/database.ts';
import { postOrThrow } from '../http/post-or-throw.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '../jobs/job.ts';

/** The job that purges changed pages from a CDN. The job for a change runs only once, in one of the processes. */
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
  // The retries take a few minutes in total. After an hour, a CDN no longer caches the old pages, so the job is
  // deleted.
  retries: { limit: 8, delay: 1 },
  retention: 60 * 60,
} satisfies JobDefinition;

/** Maximum number of cache keys in one purge. A change with more keys purges every page. */
const MAX_KEYS = 100;

/**
 * Enqueues the purge of the pages that contain content with the given cache keys. `transaction` must be the transaction
 * that changes the content.
 */
export function enqueueCdnPurge(transaction: Queries, keys: readonly string[]): Promise<void> {
  return enqueue(
    transaction,
    CDN_PURGE_JOB_DEFINITION,
    keys.length > MAX_KEYS ? {} : { keys: [...keys] },
  );
}

/**
 * Creates the job that purges changed pages from a CDN with a POST request to `url`. The JSON body is `{"keys":
 * [...]}`, with keys from the pages' `cache-tag` headers, or `{"everything": true}`. Without a `url`, the job does
 * nothing.
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
