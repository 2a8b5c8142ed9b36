import { z } from 'zod';
import type { NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import { findPublishedArticleById } from '../articles/repository.ts';
import { type NarrationJobWatcher, runWithNarrationJobClaim } from './narration-jobs.ts';
import type { ArticlePreparer } from './preparation.ts';
import type { RecordingStore, StoredRecordingFiles } from './recording-store.ts';
import { deleteIdleNarrationJobs, streamRecordedArticleIds } from './repository.ts';

/** The nightly job that removes outdated recordings. */
export const REMOVE_OUTDATED_RECORDINGS_JOB_DEFINITION = {
  id: 'former-recordings',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
  // Time limit in seconds. With ten thousand recorded articles, the removal takes several minutes, because the names of
  // each article's recordings must be computed.
  timeLimit: 60 * 60,
} satisfies JobDefinition;

/**
 * Creates the job that removes recordings that became outdated at least `days` days ago. The process that runs the job
 * must use the same file store as the web server.
 */
export function createRemoveOutdatedRecordingsJob(
  narrations: {
    removeOutdated(days: number, signal: AbortSignal): Promise<OutdatedRecordingCounts>;
  },
  days: number,
): JobWithHandler<typeof REMOVE_OUTDATED_RECORDINGS_JOB_DEFINITION.payload> {
  return {
    ...REMOVE_OUTDATED_RECORDINGS_JOB_DEFINITION,
    work: async (_payload, signal) => ({ ...(await narrations.removeOutdated(days, signal)) }),
  };
}

const DAY = 24 * 60 * 60 * 1000;

/** Counts of the recordings that a removal found, marked as outdated and removed. */
export interface OutdatedRecordingCounts {
  /** Number of recordings in the file store. */
  found: number;
  /** Number of recordings that this removal marked as outdated. */
  left: number;
  removed: number;
}

interface RemovalContext {
  queries: Queries;
  store: RecordingStore;
  preparer: ArticlePreparer;
  watcher: NarrationJobWatcher;
}

/**
 * Marks recordings as outdated, and removes those that became outdated at least `days` days ago, unless readers have
 * played them since. If a worker has claimed a recording, waits until the claim ends before it removes the recording.
 *
 * A recording is outdated if it belongs to an earlier text of an article, if it was made with an earlier voice and a
 * recording with the voice in use exists, or if the article is withdrawn or has no audio. A mark file next to the
 * recording stores the time at which it became outdated. The mark file is deleted if the recording belongs to the
 * current text of an article again.
 */
export async function markAndRemoveOutdatedRecordings(
  context: RemovalContext,
  days: number,
  signal: AbortSignal,
): Promise<OutdatedRecordingCounts> {
  const { queries, store } = context;
  // Recordings are listed before articles are read. The list therefore lacks recordings that are added during the
  // removal, so these recordings are not removed.
  const recordings = await store.list();
  await removeLeftoverBeginnings(store, recordings);
  const counts: OutdatedRecordingCounts = { found: recordings.size, left: 0, removed: 0 };
  const isPast = (since: Date) => Date.now() - since.getTime() >= days * DAY;
  for (const [recording, { isOutdated, beginnings }] of await findUnusedRecordings(
    context,
    recordings,
    signal,
  )) {
    signal.throwIfAborted();
    const since = isOutdated ? await store.findOutdatedSince(recording) : undefined;
    if (!since) {
      await store.markOutdated(recording);
      counts.left++;
    } else if (
      isPast(since) &&
      (await removeRecording(context, recording, beginnings, isPast, signal))
    )
      counts.removed++;
  }
  await deleteIdleNarrationJobs(queries, new Date(Date.now() - days * DAY));
  return counts;
}

type StoredFilesByRecording = ReadonlyMap<string, StoredRecordingFiles>;

/**
 * Removes the files that were stored to play unfinished recordings, if the recordings are complete now. Such files
 * remain if a worker was interrupted.
 */
async function removeLeftoverBeginnings(
  store: RecordingStore,
  recordings: StoredFilesByRecording,
): Promise<void> {
  for (const [recording, { isComplete, beginnings }] of recordings)
    if (isComplete && beginnings.length) await store.removeBeginnings(recording, beginnings);
}

/**
 * Returns the recordings that do not belong to the current text of any article. If a recording is marked as outdated
 * but belongs to a current text again, removes the mark.
 */
async function findUnusedRecordings(
  context: RemovalContext,
  recordings: StoredFilesByRecording,
  signal: AbortSignal,
): Promise<Map<string, StoredRecordingFiles>> {
  const { queries, store } = context;
  const unused = new Map(recordings);
  const checkedArticleIds = new Set<string>();
  const excludeRecordingsOf = async (articleId: string) => {
    signal.throwIfAborted();
    if (checkedArticleIds.has(articleId)) return;
    checkedArticleIds.add(articleId);
    for (const recording of await listCurrentRecordings(context, articleId)) {
      if (unused.get(recording)?.isOutdated) await store.unmarkOutdated(recording);
      unused.delete(recording);
    }
  };
  if (unused.size)
    for await (const articleId of streamRecordedArticleIds(queries))
      await excludeRecordingsOf(articleId);
  // The database has no rows for previews, and none for recordings that another installation has stored in this file
  // store. The article IDs of these recordings are therefore read from the recordings' files.
  for (const recording of unused.keys()) {
    signal.throwIfAborted();
    const subject = await store.findSubject(recording);
    if (subject) await excludeRecordingsOf(subject.article);
  }
  return unused;
}

/**
 * Removes a recording if `isPast` returns true for the time at which it became outdated. Returns false, and removes
 * nothing, if the recording was played or belongs to a current text again.
 */
async function removeRecording(
  context: RemovalContext,
  recording: string,
  beginnings: StoredRecordingFiles['beginnings'],
  isPast: (since: Date) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { queries, store, watcher } = context;
  const subject = await store.findSubject(recording);
  const request = {
    recording,
    articleId: subject?.article,
    narrator: subject?.narrator,
    extent: 'preview' as const,
  };
  const removeUnlessUsed = async () => {
    // This function may have waited for the claim, so the conditions are checked again. In the meantime, a reader may
    // have played the recording, or an article's text may have been changed back to the recorded one.
    const since = await store.findOutdatedSince(recording);
    const isUsed =
      subject && (await listCurrentRecordings(context, subject.article)).includes(recording);
    if (!since || !isPast(since) || isUsed) return false;
    await store.remove(recording, beginnings);
    return true;
  };
  return runWithNarrationJobClaim(queries, watcher, request, removeUnlessUsed, signal);
}

/**
 * Returns the names of all recordings of an article's current text. Includes a recording with earlier voices until the
 * narrator has recorded the text with the voices in use. Returns an empty list if the article is not published or has
 * no audio.
 */
async function listCurrentRecordings(
  { queries, store, preparer }: RemovalContext,
  articleId: string,
): Promise<string[]> {
  const article = await findPublishedArticleById(queries, articleId);
  if (!article?.hasAudio) return [];
  const { names } = await preparer.prepare(article);
  const inUse = Object.entries(names.inUse) as [NarratorId, string][];
  const byFormerVoices = await Promise.all(
    inUse.map(([narrator]) => store.findByFormerVoices(articleId, narrator, names)),
  );
  return [
    ...Object.values(names.inUse),
    ...byFormerVoices.filter((recording) => recording !== undefined),
  ];
}
