import { z } from 'zod';
import type { Queries } from '../db/database.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Job, Task } from '../jobs/job.ts';

/** Purges changed pages from a CDN: once for each change, whichever process runs it. */
export const CDN_PURGE = {
  id: 'cdn-purge',
  payload: z.strictObject({
    /** The cache keys that the pages' `cache-tag` names. Absent: every page is purged. */
    keys: z.array(z.string()).optional(),
  }),
  timeLimit: 10,
  // Retried for a few minutes. A CDN keeps pages for a short time: after an hour there is nothing to purge.
  retries: { limit: 8, delay: 1 },
  retention: 60 * 60,
} satisfies Task;

/** Keys in one purge; a change with more of them purges every page. */
const MAX_KEYS = 100;

/** Enqueues the purge of the pages with some cache keys, in the transaction that changes them. */
export function enqueueCdnPurge(transaction: Queries, keys: readonly string[]): Promise<void> {
  return enqueue(transaction, CDN_PURGE, keys.length > MAX_KEYS ? {} : { keys: [...keys] });
}

/**
 * Creates the job that tells a CDN which cached pages are outdated, by the keys of their `cache-tag` header: a JSON POST
 * of `{"keys": [...]}` or `{"everything": true}` to `url`. Without a URL there is no CDN, and the job does nothing.
 */
export function createCdnPurgeJob(url: string | undefined): Job<typeof CDN_PURGE.payload> {
  return {
    ...CDN_PURGE,
    async work({ keys }, signal) {
      if (!url) return { skipped: 'CDN_PURGE_URL is not set' };
      const { ok, status, body } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(keys ? { keys } : { everything: true }),
        signal,
      });
      await body?.cancel();
      if (!ok) throw new Error(`The CDN returned status ${status}.`);
      return { keys: keys?.length ?? 'everything' };
    },
  };
}
