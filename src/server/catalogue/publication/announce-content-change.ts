import { enqueueNarrations, NARRATE } from '#server/catalogue/narration/narrate-job.ts';
import { announceChange, type ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { CDN_PURGE, enqueueCdnPurge } from '#server/platform/http-cache/cdn-purge.ts';
import type { Task } from '#server/platform/jobs/job.ts';

/** The tasks that a content change enqueues: every process that changes content needs their queues. */
export const CONTENT_CHANGE_TASKS: readonly Task[] = [NARRATE, CDN_PURGE];

/**
 * Announces a change of public content, named by its cache keys, and enqueues everything that follows from it. Call it
 * within the transaction that makes the change: all of it is committed with the change, or none.
 */
export async function announceContentChange(
  transaction: Queries,
  keys: readonly ContentKey[],
): Promise<void> {
  // Invalidates the caches of every process.
  const version = await announceChange(transaction, keys);
  await enqueueNarrations(transaction, keys, version);
  await enqueueCdnPurge(transaction, keys);
}
