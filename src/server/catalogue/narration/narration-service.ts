import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Article } from '#domain/article.ts';
import type { ByteRange } from '#domain/byte-ranges.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import { findPublishedArticleById } from '#server/catalogue/articles/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import { AbortableSingleFlight } from '#server/platform/abortable-single-flight.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import type { FileStore, StreamedFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { estimateNarration, type NarrationEstimate } from '#speech/recording.ts';
import { NarrationJobWatcher } from './narration-jobs.ts';
import { NarrationWorker, VoicesChangedError } from './narration-worker.ts';
import {
  markAndRemoveOutdatedRecordings,
  type OutdatedRecordingCounts,
} from './outdated-recordings.ts';
import {
  ArticlePreparer,
  type ArticleRecordingNames,
  hasCurrentText,
  type LexiconAndVoices,
  RecordingNamesCache,
  type RecordingSpec,
  type VoicesInUse,
} from './preparation.ts';
import { enqueueRecordNarrationJob } from './record-narration-job.ts';
import type { Recorder } from './recorder.ts';
import {
  type RecordedBeginning,
  type RecordingFileName,
  RecordingStore,
} from './recording-store.ts';
import {
  createOrExtendNarrationJob,
  findLatestNarrations,
  findNarrationJobsByRecording,
  type NarrationJob,
  type NarrationJobRequest,
  type RecordingDurationAndSize,
} from './repository.ts';
import type { NarrationExtent, NarrationJobState } from './schema.ts';
import type { SentenceCache } from './speech-service/sentence-cache.ts';

/** Maximum number of requested recordings that may wait in one process until other recordings are complete. */
const MAX_WAITING = 32;
/**
 * After a recording fails, it is not tried again for this many milliseconds. Requests during this time are rejected
 * with the error of the failed recording.
 */
const FAILURE_TTL = 60_000;

/** Milliseconds between two checks by low-priority work that waits until no listener is waiting for audio. */
const LISTENER_CHECK_INTERVAL = 250;

/** Maximum number of recordings that the process remembers as missing from the file store. */
const MAX_ABSENT = 5000;
/**
 * Milliseconds for which the process remembers that a recording is missing from the file store. A recording that is
 * completed during this time is still found, because it has a row in the database.
 */
const ABSENT_TTL = 60 * 60 * 1000;

/** The `Retry-After` value in seconds if only another process can record the requested narration. */
const ELSEWHERE_RETRY_AFTER = 60;

/** The estimated length and the progress of an unfinished recording whose first part can already be played. */
export interface RecordingProgress extends NarrationEstimate {
  /** Number of seconds of audio recorded so far. */
  recorded: number;
}

interface NarrationOptions extends LexiconAndVoices {
  /** Reads the covers of articles, to embed them in the tags of the recordings' MP3 files. */
  pictures: Pick<PictureService, 'read'>;
  /** The largest number of recordings that can run at the same time on this machine without slowing each other down. */
  atOnce?: number;
  /** Signal that is aborted when the process stops. It cancels all recordings. */
  ending?: AbortSignal;
  /**
   * Receives the error of a recording that fails after its preview can be played. By then, the listener's request has
   * been answered, so the error cannot be part of the response. `path` identifies the recording in error reports.
   */
  onFault?: ((error: unknown, path: string) => void) | undefined;
  /**
   * The cache of sentences from a speech service. The nightly job that removes outdated recordings also deletes the
   * least recently used sentences if the total size of the cache exceeds its limit.
   */
  sentences?: Pick<SentenceCache, 'removeExcess'> | undefined;
}

/**
 * Records the narrations of articles and stores the recordings. Each text is recorded once per narrator. Methods that
 * find or start a recording by article ID return undefined if the article is not published, or if an editor has turned
 * off its audio.
 */
export class NarrationService {
  readonly #queries: Queries;
  readonly #store: RecordingStore;
  readonly #voices: VoicesInUse;
  readonly #preparer: ArticlePreparer;
  readonly #names: RecordingNamesCache;
  readonly #watcher: NarrationJobWatcher;
  readonly #worker: NarrationWorker;
  readonly #ending: AbortSignal | undefined;
  readonly #onFault: NarrationOptions['onFault'];
  readonly #sentences: NarrationOptions['sentences'];
  /** The names of recordings that were recently missing from the file store. */
  readonly #absent = new LRUCache<string, true>({ max: MAX_ABSENT, ttl: ABSENT_TTL });
  /** The recordings in progress in this process, keyed by the name of the recording. */
  readonly #work = new AbortableSingleFlight<RecordingDurationAndSize | undefined>();
  // Simultaneous requests for the same recording share one query for its job, and prepare its script only once.
  readonly #jobs = new SingleFlight<NarrationJob | undefined>();
  readonly #specs = new SingleFlight<RecordingSpec | undefined>();
  /**
   * The pending `admit` call for each recording, keyed by the name of the recording. `admit` rejects if the listener
   * may not start a recording. Otherwise, this process starts it.
   */
  readonly #admissions = new Map<string, Promise<unknown>>();

  constructor(
    database: Database,
    files: FileStore,
    recorder: Recorder,
    {
      pictures,
      atOnce = os.availableParallelism(),
      ending,
      onFault,
      sentences,
      ...settings
    }: NarrationOptions,
  ) {
    const { queries } = database;
    const store = new RecordingStore(queries, files);
    const watcher = new NarrationJobWatcher(queries);
    this.#queries = queries;
    this.#store = store;
    this.#voices = settings.voices;
    this.#preparer = new ArticlePreparer(settings);
    this.#names = new RecordingNamesCache(this.#preparer);
    this.#watcher = watcher;
    this.#worker = new NarrationWorker({
      database,
      store,
      watcher,
      recorder,
      voices: settings.voices,
      pictures,
      atOnce,
    });
    this.#ending = ending;
    this.#onFault = onFault;
    this.#sentences = sentences;
  }

  /**
   * Returns the name that identifies a narrator's recording of an article's current text. The recording may not exist
   * yet.
   */
  async findRecordingName(articleId: string, narrator: NarratorId): Promise<string | undefined> {
    return (await this.#findNames(articleId))?.inUse[narrator];
  }

  /**
   * Returns the name of a complete recording of an article's current text that was made with earlier voices, or
   * undefined if there is none. Listeners hear this recording until one with the voices in use exists.
   */
  async findRecordingByFormerVoices(
    articleId: string,
    narrator: NarratorId,
  ): Promise<string | undefined> {
    const names = await this.#findNames(articleId);
    return names && this.#store.findByFormerVoices(articleId, narrator, names);
  }

  /**
   * Finds the narrator's complete recordings of the current texts of articles, and returns their names in a map keyed
   * by article ID. The recordings may have been made with earlier voices. The file store may lack some of their files.
   * Never starts a recording.
   */
  async findCompleteRecordings(
    articleIds: readonly string[],
    narrator: NarratorId,
  ): Promise<Map<string, string>> {
    const latest = await findLatestNarrations(this.#queries, articleIds, narrator);
    const recordings: [articleId: string, recording: string][] = [];
    // The articles are processed one by one, because computing the recording names of an article takes processor time
    // and a query. An article without a row in the table `narrations` is unlikely to have a recording, so its names are
    // used only if they are already cached.
    for (const id of articleIds) {
      const latestNarration = latest.get(id);
      const names = latestNarration ? await this.#findNames(id) : this.#names.get(id);
      if (!names) continue;
      const isCurrent = latestNarration && hasCurrentText(latestNarration, narrator, names);
      recordings.push([id, isCurrent ? latestNarration.recording : names.inUse[narrator]]);
    }
    // A recording can exist without a row in the table `narrations` if an earlier text of the article was restored, or
    // if the database was restored from a backup.
    const areStored = await Promise.all(
      recordings.map(
        async ([id, recording]) =>
          latest.get(id)?.recording === recording || (await this.#isStored(recording)),
      ),
    );
    return new Map(recordings.filter((_, at) => areStored[at]));
  }

  /**
   * Returns the duration and size of a recording, or of its preview. Returns undefined if any of the required files is
   * missing.
   */
  readDurationAndSize(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordingDurationAndSize | undefined> {
    return this.#store.readDurationAndSize(recording, extent);
  }

  /**
   * Returns the sentence timings of a recording, or of its preview. Returns undefined if the file store does not have
   * them.
   */
  readTimings(recording: string, extent: NarrationExtent): Promise<RecordingTimings | undefined> {
    return this.#store.readTimings(recording, extent);
  }

  /**
   * Reads a file of a recording, or a byte range of the file. Returns undefined if the file does not exist. Throws the
   * same errors as {@link FileStore}.
   */
  read(
    recording: string,
    file: RecordingFileName,
    range?: ByteRange,
  ): Promise<StreamedFile | undefined> {
    return this.#store.read(recording, file, range);
  }

  /**
   * Finds the longest part of an unfinished recording that can already be played from its start. If `extent` is
   * `preview`, the part is not longer than the preview. Returns undefined if no part can be played yet.
   */
  findBeginning(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordedBeginning | undefined> {
    return this.#store.findBeginning(recording, extent);
  }

  /**
   * Returns true if `recording` is this narrator's recording of any version of the article's text. In this case, also
   * postpones the removal of the recording, which may be outdated, because a reader is listening to it.
   */
  postponeRemovalOfRecording(
    recording: string,
    articleId: string,
    narrator: NarratorId,
  ): Promise<boolean> {
    return this.#store.postponeRemovalOfRecording(recording, articleId, narrator);
  }

  /**
   * Requests a recording. Resolves as soon as its preview, or a shorter first part, can be played. Calls `admit` before
   * this process starts to record, and rejects with the same error if `admit` rejects. Rejects with the recording's
   * error if the recording fails or has failed within the last minute. Rejects with {@link BusyError} if too many
   * recordings are waiting, or if this process lacks the voices in use. In the latter case, enqueues a job that another
   * process can run.
   */
  async requestRecording(
    articleId: string,
    narrator: NarratorId,
    extent: NarrationExtent,
    admit: () => Promise<void>,
  ): Promise<RecordingProgress | undefined> {
    const recording = await this.findRecordingName(articleId, narrator);
    const job = recording && (await this.#findJob(recording));
    if (recording) this.#worker.noteListener(recording);
    if (job) {
      assertNotFailedLately(job);
      if (job.isClaimed && canPlay(job) && (extent === 'preview' || job.extent === extent))
        return toProgress(job);
    }
    const spec = await this.#findSpec(articleId, narrator);
    if (!spec) return undefined;
    if (this.#voices.problem) {
      const task = { articleId, narrator };
      await this.#queries.transaction((transaction) =>
        enqueueRecordNarrationJob(transaction, task),
      );
      this.#assertHasVoices();
    }
    const { isJoined, done } = await this.#startWorkOnceAdmitted(spec, extent, admit);
    await this.#untilPlayable(spec.recording, done);
    if (!isJoined)
      done.catch((error) => {
        if (!this.#ending?.aborted) this.#onFault?.(error, `narrate/${articleId}/${narrator}`);
      });
    return { ...estimateNarration(spec.script, narrator), recorded: 0 };
  }

  /**
   * Resolves when no listener is waiting for audio from this process, or when `signal` is aborted. Low-priority work
   * calls this method first, to leave the processors to listeners.
   */
  async waitForListeners(signal: AbortSignal): Promise<void> {
    while (this.#worker.hasWaitingListener && !signal.aborted)
      await pause(LISTENER_CHECK_INTERVAL, undefined, { signal }).catch(() => {});
  }

  /**
   * Records the narration of an article unless the recording exists. Simultaneous calls share one
   * recording, even if they are made in different processes. Stops recording once the signals of
   * all callers in this process are aborted. Rejects if the recording fails.
   */
  async record(
    articleId: string,
    narrator: NarratorId,
    signal?: AbortSignal,
  ): Promise<RecordingDurationAndSize | undefined> {
    const spec = await this.#findSpec(articleId, narrator);
    try {
      return spec && (await this.#recordOnce(spec, signal));
    } catch (error) {
      if (error instanceof VoicesChangedError) return this.record(articleId, narrator, signal);
      throw error;
    }
  }

  /**
   * Records a narration with the voices in use. Called when a listener plays a recording that was made with earlier
   * voices. Later listeners hear the new recording. Does nothing if this recording has failed within the last minute,
   * or if other recordings are waiting.
   */
  async recordInBackground(articleId: string, narrator: NarratorId): Promise<void> {
    try {
      const recording = await this.findRecordingName(articleId, narrator);
      if (!recording || this.#worker.waiting || this.#work.isRunning(recording)) return;
      const job = await this.#findJob(recording);
      if (job) assertNotFailedLately(job);
      await this.record(articleId, narrator, this.#ending);
    } catch {
      // The error is stored in the narration job, and the studio shows it.
    }
  }

  /** Returns true if a recording of the article's current text with the voices in use exists. */
  async isRecorded(articleId: string, narrator: NarratorId): Promise<boolean> {
    const spec = await this.#findSpec(articleId, narrator);
    return spec !== undefined && (await this.#store.find(spec)) !== undefined;
  }

  /**
   * Removes recordings that became outdated at least `days` days ago, unless readers have played them since. Also
   * removes sentences of a speech service from the cache if their total size exceeds the limit.
   */
  async removeOutdated(days: number, signal: AbortSignal): Promise<OutdatedRecordingCounts> {
    await this.#sentences?.removeExcess(signal);
    const options = {
      queries: this.#queries,
      store: this.#store,
      preparer: this.#preparer,
      watcher: this.#watcher,
    };
    return markAndRemoveOutdatedRecordings(options, days, signal);
  }

  /**
   * Removes the recording names of changed articles from the cache. `keys` are the cache keys of the changed content.
   */
  invalidate(keys: readonly string[]): void {
    this.#specs.detachAll();
    this.#names.invalidate(keys);
  }

  /**
   * Clears the cache of recording names, because the voices have changed. `atOnce` is the largest number of recordings
   * with the new voices that can run at the same time on this machine without slowing each other down.
   */
  switchVoices(atOnce: number): void {
    this.#worker.atOnce = atOnce;
    this.markAllStale();
  }

  /** Clears the cache of recording names. */
  markAllStale(): void {
    this.#specs.detachAll();
    this.#names.markAllStale();
  }

  /** Returns true if the file store has the complete recording. Caches a negative result for an hour. */
  async #isStored(recording: string): Promise<boolean> {
    if (this.#absent.has(recording)) return false;
    const isStored = await this.#store.isComplete(recording);
    if (!isStored) this.#absent.set(recording, true);
    return isStored;
  }

  /** Finds a published article whose audio is not turned off. */
  async #findArticle(articleId: string): Promise<Article | undefined> {
    const article = await findPublishedArticleById(this.#queries, articleId);
    return article?.hasAudio ? article : undefined;
  }

  #findJob(recording: string): Promise<NarrationJob | undefined> {
    return this.#jobs.run(
      recording,
      async () => (await findNarrationJobsByRecording(this.#queries, [recording]))[0],
    );
  }

  #findSpec(articleId: string, narrator: NarratorId): Promise<RecordingSpec | undefined> {
    return this.#specs.run(`${articleId}.${narrator}`, async () => {
      const article = await this.#findArticle(articleId);
      if (!article) return undefined;
      const { script, names } = await this.#preparer.prepare(article);
      const { inUse, voiceFingerprints, scriptHash } = names;
      return {
        article,
        narrator,
        script,
        recording: inUse[narrator],
        voiceFingerprint: voiceFingerprints[narrator],
        scriptHash,
      };
    });
  }

  #findNames(articleId: string): Promise<ArticleRecordingNames | undefined> {
    return this.#names.find(articleId, () => this.#findArticle(articleId));
  }

  async #recordOnce(spec: RecordingSpec, signal?: AbortSignal): Promise<RecordingDurationAndSize> {
    const existing = await this.#store.find(spec);
    if (existing) return existing;
    signal?.throwIfAborted();
    this.#assertHasVoices();
    const { done } = await this.#startWork(spec, 'whole', signal, { isBackground: true });
    // If this call has joined a recording of only the preview, `done` resolves with undefined. In this case, the whole
    // narration is recorded next.
    return (await done) ?? this.#recordOnce(spec, signal);
  }

  /**
   * Starts a recording once the `admit` function of a request allows it. If several requests for the same recording
   * arrive at the same time, their `admit` functions are called one after the other until one allows it.
   */
  async #startWorkOnceAdmitted(
    spec: RecordingSpec,
    extent: NarrationExtent,
    admit: () => Promise<void>,
  ): Promise<StartedWork> {
    const { recording } = spec;
    const admissions = this.#admissions;
    for (let pending = admissions.get(recording); pending; pending = admissions.get(recording))
      await pending.catch(() => {});
    if (this.#work.isRunning(recording)) return this.#startWork(spec, extent);
    const admission = admit().then(() => {
      if (this.#worker.waiting >= MAX_WAITING)
        throw new BusyError(
          'We’re recording a lot of narrations right now. Try again in a minute.',
          30,
        );
      return this.#startWork(spec, extent);
    });
    admissions.set(recording, admission);
    return admission.finally(() => admissions.delete(recording));
  }

  /**
   * Starts a recording, or joins it if it is already in progress in this process. There is no `await` between the check
   * and the start, so simultaneous callers share one recording. If the recording fails, `done` rejects for each of
   * them.
   */
  async #startWork(
    spec: RecordingSpec,
    extent: NarrationExtent,
    signal?: AbortSignal,
    { isBackground = false } = {},
  ): Promise<StartedWork> {
    const request = toJobRequest(spec, extent);
    const isJoined = this.#work.isRunning(spec.recording);
    const work = async (callerSignal: AbortSignal) => {
      await createOrExtendNarrationJob(this.#queries, request);
      const workSignal = this.#ending
        ? AbortSignal.any([callerSignal, this.#ending])
        : callerSignal;
      return this.#worker.work(spec, request, workSignal, { isBackground });
    };
    const done = this.#work.run(spec.recording, work, signal);
    // Prevents an unhandled rejection. The caller handles the error when it awaits `done`.
    done.catch(() => {});
    if (isJoined)
      await createOrExtendNarrationJob(this.#queries, request, { restartsEnded: false });
    return { isJoined, done };
  }

  /** Throws {@link BusyError} if this process lacks the voices in use. */
  #assertHasVoices(): void {
    if (this.#voices.problem)
      throw new BusyError(
        'This narration is being recorded on another machine. Try again in a minute.',
        ELSEWHERE_RETRY_AFTER,
      );
  }

  /** Resolves when the first part of a recording can be played. Rejects if `done` rejects before that. */
  async #untilPlayable(recording: string, done: Promise<unknown>): Promise<void> {
    const polling = new AbortController();
    try {
      await Promise.race([done, this.#watcher.until(recording, canPlay, polling.signal)]);
    } finally {
      polling.abort();
    }
  }
}

/** A recording in progress in this process. */
interface StartedWork {
  /** True if the recording was already in progress when it was requested. */
  isJoined: boolean;
  /** Settles when the recording ends. Resolves with undefined if only the preview was requested. */
  done: Promise<RecordingDurationAndSize | undefined>;
}

function toJobRequest(
  { article, narrator, recording, script }: RecordingSpec,
  extent: NarrationExtent,
): NarrationJobRequest {
  const { seconds, outline } = estimateNarration(script, narrator);
  return { recording, articleId: article.id, narrator, extent, expectedSeconds: seconds, outline };
}

const PLAYABLE_STATES: ReadonlySet<NarrationJobState> = new Set([
  'beginning_ready',
  'preview_ready',
  'ready',
]);

function canPlay(job: NarrationJob | undefined): boolean {
  return job !== undefined && PLAYABLE_STATES.has(job.state);
}

function toProgress({
  expectedSeconds,
  outline,
  recordedSeconds,
}: NarrationJob): RecordingProgress {
  return { seconds: expectedSeconds, outline, recorded: recordedSeconds };
}

/** Throws a narration job's error if the job failed within the last minute, in any process. */
function assertNotFailedLately({ state, error, updatedAt }: NarrationJob): void {
  if (state === 'failed' && Date.now() - updatedAt.getTime() < FAILURE_TTL) throw new Error(error!);
}
