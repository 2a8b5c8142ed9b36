import { z } from 'zod';
import { withEveryChange } from '../platform/db/content-changes.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Job, Task } from '../platform/jobs/job.ts';

/** A CDN is told once of every change, by one process. */
const CDN_PURGE = {
  id: 'cdn-purge',
  payload: z.strictObject({
    /** What their `cache-tag` names; without any, every page. */
    keys: z.array(z.string()).optional(),
  }),
  within: 10,
  // For a few minutes. Pages are short-lived in a CDN: after an hour it has nothing to purge.
  retries: { most: 8, after: 1 },
  pointlessAfter: 60 * 60,
} satisfies Task;

/** More keys than this are everything. */
const MOST_KEYS = 100;

/**
 * From now on, every change of content that this process announces has the CDN told of it, by whichever process
 * works jobs off. Returns how to leave off.
 */
export function purgeWithEveryChange(): () => void {
  return withEveryChange((transaction, keys) =>
    enqueue(transaction, CDN_PURGE, keys.length > MOST_KEYS ? {} : { keys: [...keys] }),
  );
}

/**
 * Tells a CDN which cached pages are out of date, by the keys their `cache-tag` header named: a JSON POST
 * of `{"keys": [...]}`, or `{"everything": true}`.
 */
export function cdnPurge(url: string | undefined): Job<typeof CDN_PURGE.payload> {
  return {
    ...CDN_PURGE,
    async work({ keys }, signal) {
      if (!url) throw new Error('CDN_PURGE_URL is not set, but a CDN purge is queued.');
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
