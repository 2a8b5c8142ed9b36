import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { findArticleById, listIdsWithAudio } from '../articles/repository.ts';
import type { Preparer } from './preparer.ts';
import { recordingLock, type StoredRecordings } from './stored-recordings.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** What became of the recordings there are. */
export interface RemovalCounts {
  /** All that there were. */
  found: number;
  /** Those that no article has turned out to say any more. */
  left: number;
  removed: number;
}

/**
 * Removes the recordings that no article has said for so many days, and that nobody has heard for as long: of a former
 * text, by former voices, of an article that is withdrawn. Since when that is so stands beside each; where an article
 * says it again, that is taken away. One that is being made is waited for.
 */
export async function removeOutdatedRecordings(
  database: Database,
  kept: StoredRecordings,
  preparer: Preparer,
  days: number,
  stop: AbortSignal,
): Promise<RemovalCounts> {
  const { queries } = database;
  const namesNow = async (articleId: string): Promise<string[]> => {
    const article = await findArticleById(queries, articleId);
    if (!article?.hasAudio) return [];
    return Object.values((await preparer.prepare(article)).names);
  };
  // Before the articles: what is made from here on is not looked at.
  const recordings = await kept.list();
  const counts: RemovalCounts = { found: recordings.size, left: 0, removed: 0 };
  for (const articleId of recordings.size ? await listIdsWithAudio(queries) : []) {
    stop.throwIfAborted();
    for (const recording of await namesNow(articleId)) {
      if (recordings.get(recording)?.isLeft) await kept.adopt(recording);
      recordings.delete(recording);
    }
  }

  const isPast = (since: Date) => Date.now() - since.getTime() >= days * DAY;
  const remove = (recording: string) =>
    withLock(
      database,
      recordingLock(recording),
      async () => {
        // Somebody may have gone on hearing it, or an article may say it again.
        const since = await kept.leftSince(recording);
        const subject = await kept.subjectOf(recording);
        const isWanted = subject && (await namesNow(subject.article)).includes(recording);
        if (!since || !isPast(since) || isWanted) return false;
        await kept.remove(recording);
        return true;
      },
      stop,
    );
  for (const [recording, { isLeft }] of recordings) {
    stop.throwIfAborted();
    const since = isLeft ? await kept.leftSince(recording) : undefined;
    if (!since) {
      await kept.leave(recording);
      counts.left++;
    } else if (isPast(since) && (await remove(recording))) counts.removed++;
  }
  return counts;
}
