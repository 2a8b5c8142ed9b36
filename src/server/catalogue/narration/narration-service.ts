import os from 'node:os';
import type { Narrator } from '#domain/narrators.ts';
import { findArticleById } from '#server/catalogue/articles/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import { AbortableFlight } from '#server/platform/abortable-flight.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileReading, FileStore } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { estimateNarration, type NarrationEstimate } from '#speech/narration-estimate.ts';
import { findJobs, type JobRequest, type NarrationJob, requestJob } from './job-repository.ts';
import { JobWatcher } from './job-watcher.ts';
import type { NarrationFile } from './narration-files.ts';
import { NarrationWorker } from './narration-worker.ts';
import { type RemovalCounts, removeOutdatedRecordings } from './outdated-recordings.ts';
import type { VoiceSettings } from './preparation.ts';
import { ProcessPreparer } from './preparer.ts';
import type { Recorder } from './recorder.ts';
import { RecordingNames, type RecordingSpec } from './recording-names.ts';
import type { Narration } from './repository.ts';
import type { Extent } from './schema.ts';
import { StoredRecordings } from './stored-recordings.ts';

/** Recordings that may wait for their turn in a process. */
const MOST_WAITING = 32;
/** Milliseconds for which listeners get the error of a recording that has failed, before it is tried again. */
const FAILURE_REMEMBERED = 60_000;

/** Progress of a recording whose preview can be played. */
export interface NarrationProgress extends NarrationEstimate {
  /** Seconds that are recorded so far. */
  recorded: number;
}

/**
 * Records the narrations of articles, each text once, and stores them with the files. Methods return undefined for an
 * article that is not published, or that an editor has excluded from narration.
 */
export interface NarrationService {
  /** Returns the name of the recording of an article's current text, whether it exists or not. */
  findRecordingName(articleId: string, narrator: Narrator): Promise<string | undefined>;
  /**
   * Reads a file of a recording, or a range of it. Returns undefined if it does not exist. Throws as {@link FileStore}
   * does.
   */
  read(recording: string, file: NarrationFile, range?: ByteRange): Promise<FileReading | undefined>;
  /**
   * Returns true if there is a recording of an earlier text of this article by this narrator. Restarts the time until it is
   * removed, since a reader is listening to it.
   */
  touchEarlierRecording(recording: string, articleId: string, narrator: Narrator): Promise<boolean>;
  /**
   * Requests a recording, and resolves as soon as its preview can be played. Calls `admit` before this process starts to
   * work on it. Rejects as `admit` does, if the recording fails or has failed within the last minute, and with
   * {@link BusyError}.
   */
  requestRecording(
    articleId: string,
    narrator: Narrator,
    extent: Extent,
    admit: () => Promise<void>,
  ): Promise<NarrationProgress | undefined>;
  /**
   * Records the narration of an article, unless it exists. Simultaneous calls share one recording, also between processes;
   * this process goes on until the last of its callers has aborted its `stop`. Rejects if the recording fails.
   */
  record(articleId: string, narrator: Narrator, stop?: AbortSignal): Promise<Narration | undefined>;
  /** Returns true if the narration of the article's current text exists. */
  isRecorded(articleId: string, narrator: Narrator): Promise<boolean>;
  /** Removes the recordings that have been outdated, and that nobody has listened to, for `days` days. */
  removeOutdated(days: number, stop: AbortSignal): Promise<RemovalCounts>;
  /** Forgets the cached names of articles that changed, by cache keys. */
  invalidate(keys: readonly string[]): void;
  /** Forgets all cached names. */
  markAllStale(): void;
}

interface NarrationOptions extends VoiceSettings {
  /** Provides the covers for the MP3 tags. */
  pictures: Pick<PictureService, 'read'>;
  /** Number of recordings that keep the machine's processors busy. */
  atOnce?: number;
  /** Aborted when the process stops, which ends all recordings. */
  ending?: AbortSignal;
  /** Called with the error and path of a recording that fails after its preview was played: no request waits for it. */
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
  const preparer = new ProcessPreparer(voices);
  const names = new RecordingNames(preparer);
  const watcher = new JobWatcher(queries);
  const worker = new NarrationWorker({ database, stored, watcher, recorder, pictures, atOnce });
  /** The jobs that this process works on, by recording. */
  const work = new AbortableFlight<Narration | undefined>();

  const findAudible = async (articleId: string) => {
    const article = await findArticleById(queries, articleId);
    return article?.hasAudio ? article : undefined;
  };
  const findName = async (articleId: string, narrator: Narrator) =>
    (await names.find(articleId, () => findAudible(articleId)))?.[narrator];
  // Twenty listeners who press play at one moment would wait for as many queries and scripts.
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

  /** Requests a job, and works on it in this process. Resolves with the work once it is under way. */
  const startWork = async (spec: RecordingSpec, extent: Extent, stop?: AbortSignal) => {
    const request = toRequest(spec, extent);
    await requestJob(queries, request);
    const isJoined = work.isRunning(spec.recording);
    const done = work.run(
      spec.recording,
      (givenUp) =>
        worker.work(spec, request, ending ? AbortSignal.any([givenUp, ending]) : givenUp),
      stop,
    );
    return { isJoined, done };
  };

  const admissions = new Map<string, Promise<unknown>>();
  /** Starts work on behalf of all simultaneous requests once one of them is admitted. If it is refused, the next one asks. */
  const startWorkOnceAdmitted = async (
    spec: RecordingSpec,
    extent: Extent,
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

  /** Resolves when the preview can be played. Rejects if `done` does before that. */
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
    // Only the preview may have been requested until a moment ago.
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
  extent: Extent,
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

/** Throws the error of a job that has failed in the last minute, whichever process it failed in. */
function assertNotFailedLately({ state, error, updatedAt }: NarrationJob): void {
  if (state === 'failed' && Date.now() - updatedAt.getTime() < FAILURE_REMEMBERED)
    throw new Error(error!);
}
