import os from 'node:os';
import type { Narrator } from '#domain/narrators.ts';
import { findArticleById } from '#server/catalogue/articles/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import { AbortableFlight } from '#server/platform/abortable-flight.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { StoredFile, FileStore } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { estimateNarration, type NarrationEstimate } from '#speech/recording.ts';
import type { NarrationFile } from './narration-files.ts';
import { JobWatcher } from './narration-jobs.ts';
import { NarrationWorker } from './narration-worker.ts';
import { type RemovalCounts, removeOutdatedRecordings } from './outdated-recordings.ts';
import { Preparer, RecordingNames, type RecordingSpec, type VoiceSettings } from './preparation.ts';
import type { Recorder } from './recorder.ts';
import {
  findJobs,
  type JobRequest,
  type Narration,
  type NarrationJob,
  requestJob,
} from './repository.ts';
import type { NarrationExtent } from './schema.ts';
import { StoredRecordings } from './stored-recordings.ts';

/** Maximum number of recordings that wait in the queue of a process. */
const MOST_WAITING = 32;
/**
 * Milliseconds for which requests for a failed recording get its error. After this time, a request starts a new
 * recording.
 */
const FAILURE_REMEMBERED = 60_000;

/** Length and progress of a recording whose preview can be played. */
export interface NarrationProgress extends NarrationEstimate {
  /** Number of seconds recorded so far. */
  recorded: number;
}

/**
 * Records the narrations of articles and stores the recordings. Each text is recorded once per narrator. For an article
 * that is not published, or whose audio an editor has turned off, the methods return undefined.
 */
export interface NarrationService {
  /** Returns the name of the recording of an article's current text. The recording may not exist yet. */
  findRecordingName(articleId: string, narrator: Narrator): Promise<string | undefined>;
  /**
   * Reads a file of a recording, or a byte range of the file. Returns undefined if the file does not exist. Throws the
   * errors of {@link FileStore}.
   */
  read(recording: string, file: NarrationFile, range?: ByteRange): Promise<StoredFile | undefined>;
  /**
   * Returns true if `recording` is a recording of an earlier text of this article by this narrator. Also postpones the
   * removal of the recording, since a reader is listening to it.
   */
  touchEarlierRecording(recording: string, articleId: string, narrator: Narrator): Promise<boolean>;
  /**
   * Requests a recording and resolves as soon as its preview can be played. Calls `admit` before this process starts to
   * work on the recording. Rejects with the error of `admit`, with the error of the recording if it fails or has failed
   * within the last minute, or with {@link BusyError} if too many recordings are waiting.
   */
  requestRecording(
    articleId: string,
    narrator: Narrator,
    extent: NarrationExtent,
    admit: () => Promise<void>,
  ): Promise<NarrationProgress | undefined>;
  /**
   * Records the narration of an article unless it exists. Simultaneous calls share one recording, even across
   * processes. This process stops recording when all callers have aborted their `stop` signals. Rejects if the
   * recording fails.
   */
  record(articleId: string, narrator: Narrator, stop?: AbortSignal): Promise<Narration | undefined>;
  /** Returns true if the narration of the article's current text exists. */
  isRecorded(articleId: string, narrator: Narrator): Promise<boolean>;
  /** Removes recordings that became outdated at least `days` days ago, unless readers have listened to them since. */
  removeOutdated(days: number, stop: AbortSignal): Promise<RemovalCounts>;
  /** Removes recording names of changed articles from the cache. `keys` are the cache keys of the change. */
  invalidate(keys: readonly string[]): void;
  /** Removes all recording names from the cache. */
  markAllStale(): void;
}

interface NarrationOptions extends VoiceSettings {
  /** Provides the covers for the MP3 tags. */
  pictures: Pick<PictureService, 'read'>;
  /** Number of parallel recordings that use all processors of the machine. */
  atOnce?: number;
  /** Signal that is aborted when the process stops. It cancels all recordings. */
  ending?: AbortSignal;
  /**
   * Callback for the error of a recording that fails after its preview was played. At that time, no request is left
   * that could get the error. `path` identifies the recording in error reports.
   */
  onFault?: ((error: unknown, path: string) => void) | undefined;
}

export function createNarrationService(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { pictures, atOnce = os.availableParallelism(), ending, onFault, ...voices }: NarrationOptions,
): NarrationService {
  const { queries } = database;
  const stored = new StoredRecordings(queries, files);
  const preparer = new Preparer(voices);
  const names = new RecordingNames(preparer);
  const watcher = new JobWatcher(queries);
  const worker = new NarrationWorker({ database, stored, watcher, recorder, pictures, atOnce });
  /** The recordings that this process is working on, by name. */
  const work = new AbortableFlight<Narration | undefined>();

  const findAudible = async (articleId: string) => {
    const article = await findArticleById(queries, articleId);
    return article?.hasAudio ? article : undefined;
  };
  const findName = async (articleId: string, narrator: Narrator) =>
    (await names.find(articleId, () => findAudible(articleId)))?.[narrator];
  // Simultaneous requests for the same recording share one query and one preparation of the script.
  const jobs = new SingleFlight<NarrationJob | undefined>();
  const findJob = (recording: string) =>
    jobs.run(recording, async () => (await findJobs(queries, [recording]))[0]);
  const specs = new SingleFlight<RecordingSpec | undefined>();
  const findSpec = (articleId: string, narrator: Narrator) =>
    specs.run(`${articleId}.${narrator}`, async () => {
      const article = await findAudible(articleId);
      if (!article) return undefined;
      const { script, names: recordings } = await preparer.prepare(article);
      return { article, narrator, script, recording: recordings[narrator] };
    });

  /**
   * Joins the recording that this process is already making, or requests a job and starts to record. This happens
   * before anything is awaited, so if the recording fails in the meantime, it fails for every caller and no caller
   * starts it again. `done` settles when the recording ends.
   */
  const startWork = async (spec: RecordingSpec, extent: NarrationExtent, stop?: AbortSignal) => {
    const request = toRequest(spec, extent);
    const isJoined = work.isRunning(spec.recording);
    const done = work.run(
      spec.recording,
      async (givenUp) => {
        await requestJob(queries, request);
        return worker.work(spec, request, ending ? AbortSignal.any([givenUp, ending]) : givenUp);
      },
      stop,
    );
    // This handler prevents an unhandled rejection. The caller handles the error when it awaits `done`.
    done.catch(() => {});
    if (isJoined) await requestJob(queries, request, { restartsEnded: false });
    return { isJoined, done };
  };

  const admissions = new Map<string, Promise<unknown>>();
  /**
   * Starts a recording for all simultaneous requests as soon as one of them is admitted. If a request is rejected, the
   * next request calls its own `admit`.
   */
  const startWorkOnceAdmitted = async (
    spec: RecordingSpec,
    extent: NarrationExtent,
    admit: () => Promise<void>,
  ) => {
    const { recording } = spec;
    for (let other = admissions.get(recording); other; other = admissions.get(recording))
      await other.catch(() => {});
    if (work.isRunning(recording)) return startWork(spec, extent);
    const admission = admit().then(() => {
      if (worker.waiting >= MOST_WAITING)
        throw new BusyError(
          'We’re recording a lot of narrations right now. Try again in a minute.',
          30,
        );
      return startWork(spec, extent);
    });
    admissions.set(recording, admission);
    return admission.finally(() => admissions.delete(recording));
  };

  /** Resolves when the preview of a recording can be played. Rejects if `done` rejects first. */
  const untilPreview = async (recording: string, done: Promise<unknown>) => {
    const over = new AbortController();
    try {
      await Promise.race([done, watcher.until(recording, canPlayPreview, over.signal)]);
    } finally {
      over.abort();
    }
  };

  const recordOnce = async (spec: RecordingSpec, stop?: AbortSignal): Promise<Narration> => {
    const existing = await stored.find(spec);
    if (existing) return existing;
    stop?.throwIfAborted();
    const { done } = await startWork(spec, 'whole', stop);
    // If this call has joined a recording of the preview only, `done` resolves with undefined, and the whole narration
    // is recorded next.
    return (await done) ?? recordOnce(spec, stop);
  };

  return {
    findRecordingName: findName,

    read(recording, file, range) {
      return stored.read(recording, file, range);
    },

    touchEarlierRecording: (recording, articleId, narrator) =>
      stored.touchEarlierRecording(recording, articleId, narrator),

    async requestRecording(articleId, narrator, extent, admit) {
      const recording = await findName(articleId, narrator);
      const job = recording && (await findJob(recording));
      if (job) {
        assertNotFailedLately(job);
        if (job.isClaimed && canPlayPreview(job) && (extent === 'preview' || job.extent === extent))
          return toProgress(job);
      }
      const spec = await findSpec(articleId, narrator);
      if (!spec) return undefined;
      const { isJoined, done } = await startWorkOnceAdmitted(spec, extent, admit);
      await untilPreview(spec.recording, done);
      if (!isJoined)
        done.catch((error) => {
          if (!ending?.aborted) onFault?.(error, `narrate/${articleId}/${narrator}`);
        });
      return { ...estimateNarration(spec.script, narrator), recorded: 0 };
    },

    async record(articleId, narrator, stop) {
      const spec = await findSpec(articleId, narrator);
      return spec && recordOnce(spec, stop);
    },

    async isRecorded(articleId, narrator) {
      const spec = await findSpec(articleId, narrator);
      return spec !== undefined && (await stored.find(spec)) !== undefined;
    },

    removeOutdated: (days, stop) =>
      removeOutdatedRecordings({ queries, stored, preparer, watcher }, days, stop),

    invalidate(keys) {
      specs.detachAll();
      names.invalidate(keys);
    },
    markAllStale() {
      specs.detachAll();
      names.markAllStale();
    },
  };
}

function toRequest(
  { article, narrator, recording, script }: RecordingSpec,
  extent: NarrationExtent,
): JobRequest {
  const { seconds, outline } = estimateNarration(script, narrator);
  return { recording, articleId: article.id, narrator, extent, expectedSeconds: seconds, outline };
}

function canPlayPreview(job: NarrationJob | undefined): boolean {
  return job?.state === 'preview_ready' || job?.state === 'ready';
}

function toProgress({
  expectedSeconds,
  outline,
  recordedSeconds,
}: NarrationJob): NarrationProgress {
  return { seconds: expectedSeconds, outline, recorded: recordedSeconds };
}

/** Throws the error of a narration job that failed within the last minute, in this process or another one. */
function assertNotFailedLately({ state, error, updatedAt }: NarrationJob): void {
  if (state === 'failed' && Date.now() - updatedAt.getTime() < FAILURE_REMEMBERED)
    throw new Error(error!);
}
