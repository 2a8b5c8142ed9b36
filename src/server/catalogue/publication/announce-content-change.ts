import { enqueueNarrations, NARRATE } from '#server/catalogue/narration/narrate-job.ts';
import { announceChange, type ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { CDN_PURGE, enqueueCdnPurge } from '#server/platform/http-cache/cdn-purge.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** Tasks that a content change enqueues. Every process that changes content must create the queues of these tasks. */
export const CONTENT_CHANGE_TASKS: readonly Task[] = [NARRATE, CDN_PURGE];

/**
 * Announces a change of public content to all processes, and enqueues the tasks that follow from the change. `keys` are
 * the cache keys of the content. The caller passes the transaction of the change, so that the announcement and the
 * tasks are committed together with the change.
 */
export async function announceContentChange(
  transaction: Queries,
  keys: readonly ContentKey[],
): Promise<void> {
  const version = await announceChange(transaction, keys);
  await enqueueNarrations(transaction, keys, version);
  await enqueueCdnPurge(transaction, keys);
}
