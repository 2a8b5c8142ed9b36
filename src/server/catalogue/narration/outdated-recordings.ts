import type { Queries } from '#server/platform/db/database.ts';
import { findArticleById, listIdsWithAudio } from '../articles/repository.ts';
import { withClaim } from './job-claim.ts';
import { deleteIdleJobs } from './job-repository.ts';
import type { JobWatcher } from './job-watcher.ts';
import type { Preparer } from './preparer.ts';
import type { StoredRecordings } from './stored-recordings.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** Number of recordings, by outcome. */
export interface RemovalCounts {
  /** All recordings in the store. */
  found: number;
  /** Recordings that were found to be outdated for the first time. */
  left: number;
  removed: number;
}

interface RemovalOptions {
  queries: Queries;
  stored: StoredRecordings;
  preparer: Preparer;
  watcher: JobWatcher;
}

/**
 * Removes the recordings that have not belonged to any article for `days` days, and that nobody has listened to for as
 * long: of an earlier text, by earlier voices, of an article that is withdrawn. A file beside each recording says since
 * when; it is removed if an article has the recording again. A recording that is being made is waited for.
 */
export async function removeOutdatedRecordings(
  { queries, stored, preparer, watcher }: RemovalOptions,
  days: number,
  stop: AbortSignal,
): Promise<RemovalCounts> {
  const currentNames = async (articleId: string): Promise<string[]> => {
    const article = await findArticleById(queries, articleId);
    if (!article?.hasAudio) return [];
    return Object.values((await preparer.prepare(article)).names);
  };
  // Before the articles: recordings that are made from here on are left alone.
  const recordings = await stored.list();
  const counts: RemovalCounts = { found: recordings.size, left: 0, removed: 0 };
  for (const articleId of recordings.size ? await listIdsWithAudio(queries) : []) {
    stop.throwIfAborted();
    for (const recording of await currentNames(articleId)) {
      if (recordings.get(recording)?.isOutdated) await stored.unmarkOutdated(recording);
      recordings.delete(recording);
    }
  }

  const isPast = (since: Date) => Date.now() - since.getTime() >= days * DAY;
  const remove = async (recording: string) => {
    const subject = await stored.findSubject(recording);
    const request = {
      recording,
      articleId: subject?.article,
      narrator: subject?.narrator,
      extent: 'preview' as const,
    };
    const removeUnlessWanted = async () => {
      // While the claim was waited for, somebody may have listened to it, or an article may have it again.
      const since = await stored.findOutdatedSince(recording);
      const isWanted = subject && (await currentNames(subject.article)).includes(recording);
      if (!since || !isPast(since) || isWanted) return false;
      await stored.remove(recording);
      return true;
    };
    return withClaim(queries, watcher, request, removeUnlessWanted, stop);
  };
  for (const [recording, { isOutdated }] of recordings) {
    stop.throwIfAborted();
    const since = isOutdated ? await stored.findOutdatedSince(recording) : undefined;
    if (!since) {
      await stored.markOutdated(recording);
      counts.left++;
    } else if (isPast(since) && (await remove(recording))) counts.removed++;
  }
  await deleteIdleJobs(queries, new Date(Date.now() - days * DAY));
  return counts;
}
