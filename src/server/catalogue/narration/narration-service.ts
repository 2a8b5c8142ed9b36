import os from 'node:os';
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
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { estimateNarration, type NarrationEstimate } from '#speech/recording.ts';
import { enqueueNarration } from './narrate-again.ts';
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
import type { Recorder } from './recorder.ts';
import {
  type PlayableFileName,
  type RecordedBeginning,
  RecordingStore,
} from './recording-store.ts';
import {
  createOrExtendJob,
  findJobsByRecording,
  findLatestNarrations,
  type JobRequest,
  type Narration,
  type NarrationJob,
} from './repository.ts';
import type { NarrationExtent, NarrationJobState } from './schema.ts';
import type { SentenceCache } from './speech-service/sentence-cache.ts';

/** Maximum number of recordings that wait in the queue of a process. */
const MAX_WAITING = 32;
/**
 * Milliseconds for which requests for a failed recording are rejected with the recording's error. After this time, a
 * request starts a new recording.
 */
const FAILURE_TTL = 60_000;

/** Maximum number of recordings for which their absence from the file store is remembered. */
const MAX_ABSENT = 5000;
/** Milliseconds for which it is remembered. A new recording is found in the database. */
const ABSENT_TTL = 60 * 60 * 1000;

/** Seconds after which a client should repeat a request for a recording that only other processes can make. */
const ELSEWHERE_RETRY_AFTER = 60;

/** Estimated length and progress of a recording that can be played in part. */
export interface RecordingProgress extends NarrationEstimate {
  /** Number of seconds recorded so far. */
  recorded: number;
}

interface NarrationOptions extends LexiconAndVoices {
  /** Provides the covers for the MP3 tags. */
  pictures: Pick<PictureService, 'read'>;
  /** Number of parallel recordings that use all processors of the machine. */
  atOnce?: number;
  /** Signal that is aborted when the process stops. It cancels all recordings. */
  ending?: AbortSignal;
  /**
   * Callback for the error of a recording that fails after its preview was played. No request is waiting that could
   * receive this error. `path` identifies the recording in error reports.
   */
  onFault?: ((error: unknown, path: string) => void) | undefined;
  /** The stored sentences of a speech service. The nightly removal limits their total size. */
  sentences?: Pick<SentenceCache, 'removeExcess'> | undefined;
}

/**
 * Records the narrations of articles and stores the recordings. Each text is recorded once per narrator. For an article
 * that is not published, or whose audio an editor has turned off, the methods return undefined.
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
  /** The names of recordings that the file store lacked lately. */
  readonly #absent = new LRUCache<string, true>({ max: MAX_ABSENT, ttl: ABSENT_TTL });
  /** The recordings that this process is working on, by name. */
  readonly #work = new AbortableSingleFlight<Narration | undefined>();
  // Simultaneous requests for the same recording share one query, and the script is prepared only once for them.
  readonly #jobs = new SingleFlight<NarrationJob | undefined>();
  readonly #specs = new SingleFlight<RecordingSpec | undefined>();
  /**
   * The pending `admit` call for each recording, by the name of the recording. This process starts the recording if the
   * call succeeds.
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

  /** Returns the name of the recording of an article's current text. The recording may not exist yet. */
  async findRecordingName(articleId: string, narrator: NarratorId): Promise<string | undefined> {
    return (await this.#findNames(articleId))?.inUse[narrator];
  }

  /**
   * Returns the name of a complete recording of an article's current text by former voices, or undefined if there is
   * none. Listeners hear it until the recording by the voices in use exists.
   */
  async findRecordingByFormerVoices(
    articleId: string,
    narrator: NarratorId,
  ): Promise<string | undefined> {
    const names = await this.#findNames(articleId);
    return names && this.#store.findByFormerVoices(articleId, narrator, names);
  }

  /**
   * Returns the names of the complete recordings of articles' current texts by a narrator, by the articles' IDs. They
   * may be recordings by former voices. Records nothing. The file store may lack a recording.
   */
  async findCompleteRecordings(
    articleIds: readonly string[],
    narrator: NarratorId,
  ): Promise<Map<string, string>> {
    const latest = await findLatestNarrations(this.#queries, articleIds, narrator);
    const recordings: [articleId: string, recording: string][] = [];
    // One article after the other, since finding names for the first time takes processor time and a query. Without a
    // row, a recording is unlikely, so only names that a listener has caused to be found are considered.
    for (const id of articleIds) {
      const latestNarration = latest.get(id);
      const names = latestNarration ? await this.#findNames(id) : this.#names.get(id);
      if (!names) continue;
      const isCurrent = latestNarration && hasCurrentText(latestNarration, narrator, names);
      recordings.push([id, isCurrent ? latestNarration.recording : names.inUse[narrator]]);
    }
    // A recording without a row exists if a text was changed back, or the database was restored from a backup.
    const areStored = await Promise.all(
      recordings.map(
        async ([id, recording]) =>
          latest.get(id)?.recording === recording || (await this.#isStored(recording)),
      ),
    );
    return new Map(recordings.filter((_, at) => areStored[at]));
  }

  /**
   * Returns the duration and the size of a recording or of its preview, or undefined if the file store does not have all
   * of it.
   */
  measure(recording: string, extent: NarrationExtent): Promise<Narration | undefined> {
    return this.#store.measure(recording, extent);
  }

  /** Returns the timings of a recording or of its preview, or undefined if the file store does not have them. */
  readTimings(recording: string, extent: NarrationExtent): Promise<RecordingTimings | undefined> {
    return this.#store.readTimings(recording, extent);
  }

  /**
   * Reads a file of a recording, or a byte range of the file. Returns undefined if the file does not exist. Throws the
   * errors of {@link FileStore}.
   */
  read(
    recording: string,
    file: PlayableFileName,
    range?: ByteRange,
  ): Promise<OpenFile | undefined> {
    return this.#store.read(recording, file, range);
  }

  /**
   * Finds the longest playable part of an unfinished recording. If `extent` is `preview`, the part is within the
   * preview. Returns undefined if nothing can be played yet.
   */
  findBeginning(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordedBeginning | undefined> {
    return this.#store.findBeginning(recording, extent);
  }

  /**
   * Returns true if `recording` is a recording of an earlier text of this article by this narrator. Also postpones the
   * removal of the recording, since a reader is listening to it.
   */
  touchEarlierRecording(
    recording: string,
    articleId: string,
    narrator: NarratorId,
  ): Promise<boolean> {
    return this.#store.touchEarlierRecording(recording, articleId, narrator);
  }

  /**
   * Requests a recording. Resolves as soon as its preview, or a shorter beginning, can be played. Calls `admit` before
   * this process starts to work on the recording. Rejects with the error of `admit`, with the error of the recording if
   * it fails or has failed within the last minute, or with {@link BusyError} if too many recordings are waiting.
   */
  async requestRecording(
    articleId: string,
    narrator: NarratorId,
    extent: NarrationExtent,
    admit: () => Promise<void>,
  ): Promise<RecordingProgress | undefined> {
    const recording = await this.findRecordingName(articleId, narrator);
    const job = recording && (await this.#findJob(recording));
    if (job) {
      assertNotFailedLately(job);
      if (job.isClaimed && canPlay(job) && (extent === 'preview' || job.extent === extent))
        return toProgress(job);
    }
    const spec = await this.#findSpec(articleId, narrator);
    if (!spec) return undefined;
    if (this.#voices.problem) {
      const task = { articleId, narrator };
      await this.#queries.transaction((transaction) => enqueueNarration(transaction, task));
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
   * Records the narration of an article unless it exists. Simultaneous calls share one recording, even across
   * processes. This process stops recording when all callers have aborted their `stop` signals. Rejects if the
   * recording fails.
   */
  async record(
    articleId: string,
    narrator: NarratorId,
    stop?: AbortSignal,
  ): Promise<Narration | undefined> {
    const spec = await this.#findSpec(articleId, narrator);
    try {
      return spec && (await this.#recordOnce(spec, stop));
    } catch (error) {
      if (error instanceof VoicesChangedError) return this.record(articleId, narrator, stop);
      throw error;
    }
  }

  /**
   * Records a narration with the voices in use while a listener hears the recording by former voices. The next listener
   * then hears the new recording. Does nothing if this recording has failed within the last minute, or if any recording
   * is waiting.
   */
  async recordInBackground(articleId: string, narrator: NarratorId): Promise<void> {
    try {
      const recording = await this.findRecordingName(articleId, narrator);
      if (!recording || this.#worker.waiting || this.#work.isRunning(recording)) return;
      const job = await this.#findJob(recording);
      if (job) assertNotFailedLately(job);
      await this.record(articleId, narrator, this.#ending);
    } catch {
      // The narration job contains the error, and the studio shows it.
    }
  }

  /** Returns true if the narration of the article's current text exists. */
  async isRecorded(articleId: string, narrator: NarratorId): Promise<boolean> {
    const spec = await this.#findSpec(articleId, narrator);
    return spec !== undefined && (await this.#store.find(spec)) !== undefined;
  }

  /**
   * Removes recordings that became outdated at least `days` days ago, unless readers have listened to them since. Also
   * removes stored sentences of a speech service if their total size exceeds the limit.
   */
  async removeOutdated(days: number, stop: AbortSignal): Promise<OutdatedRecordingCounts> {
    await this.#sentences?.removeExcess(stop);
    const options = {
      queries: this.#queries,
      store: this.#store,
      preparer: this.#preparer,
      watcher: this.#watcher,
    };
    return markAndRemoveOutdatedRecordings(options, days, stop);
  }

  /** Removes recording names of changed articles from the cache. `keys` are the cache keys of the change. */
  invalidate(keys: readonly string[]): void {
    this.#specs.detachAll();
    this.#names.invalidate(keys);
  }

  /**
   * Removes all recording names from the cache after a change of the voices. `atOnce` is the number of parallel
   * recordings that use all processors with the new voices.
   */
  switchVoices(atOnce: number): void {
    this.#worker.atOnce = atOnce;
    this.markAllStale();
  }

  /** Removes all recording names from the cache. */
  markAllStale(): void {
    this.#specs.detachAll();
    this.#names.markAllStale();
  }

  /** Returns true if the file store has a recording. If it does not, the store is not asked again for a while. */
  async #isStored(recording: string): Promise<boolean> {
    if (this.#absent.has(recording)) return false;
    const isStored = await this.#store.isComplete(recording);
    if (!isStored) this.#absent.set(recording, true);
    return isStored;
  }

  /** Finds an article that readers may listen to. */
  async #findArticle(articleId: string): Promise<Article | undefined> {
    const article = await findPublishedArticleById(this.#queries, articleId);
    return article?.hasAudio ? article : undefined;
  }

  #findJob(recording: string): Promise<NarrationJob | undefined> {
    return this.#jobs.run(
      recording,
      async () => (await findJobsByRecording(this.#queries, [recording]))[0],
    );
  }

  #findSpec(articleId: string, narrator: NarratorId): Promise<RecordingSpec | undefined> {
    return this.#specs.run(`${articleId}.${narrator}`, async () => {
      const article = await this.#findArticle(articleId);
      if (!article) return undefined;
      const { script, names } = await this.#preparer.prepare(article);
      const { inUse, voices, scriptHash } = names;
      return {
        article,
        narrator,
        script,
        recording: inUse[narrator],
        voices: voices[narrator],
        scriptHash,
      };
    });
  }

  #findNames(articleId: string): Promise<ArticleRecordingNames | undefined> {
    return this.#names.find(articleId, () => this.#findArticle(articleId));
  }

  async #recordOnce(spec: RecordingSpec, stop?: AbortSignal): Promise<Narration> {
    const existing = await this.#store.find(spec);
    if (existing) return existing;
    stop?.throwIfAborted();
    this.#assertHasVoices();
    const { done } = await this.#startWork(spec, 'whole', stop, { isBackground: true });
    // If the joined recording is only a preview, `done` resolves with undefined, and the whole narration is recorded
    // next.
    return (await done) ?? this.#recordOnce(spec, stop);
  }

  /**
   * Starts a recording as soon as one of the simultaneous requests for it is admitted. If the `admit` of one request
   * rejects, the next request calls its own `admit`.
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
   * Joins the recording if this process is already making it. Otherwise, requests a job and starts to record. The check
   * and the start happen without an `await` between them, so simultaneous callers share one recording. If the recording
   * fails, `done` rejects for each of them.
   */
  async #startWork(
    spec: RecordingSpec,
    extent: NarrationExtent,
    stop?: AbortSignal,
    { isBackground = false } = {},
  ): Promise<StartedWork> {
    const request = toJobRequest(spec, extent);
    const isJoined = this.#work.isRunning(spec.recording);
    const work = async (callerSignal: AbortSignal) => {
      await createOrExtendJob(this.#queries, request);
      const signal = this.#ending ? AbortSignal.any([callerSignal, this.#ending]) : callerSignal;
      return this.#worker.work(spec, request, signal, { isBackground });
    };
    const done = this.#work.run(spec.recording, work, stop);
    // Prevents an unhandled rejection. The caller handles the error when it awaits `done`.
    done.catch(() => {});
    if (isJoined) await createOrExtendJob(this.#queries, request, { restartsEnded: false });
    return { isJoined, done };
  }

  /** Throws {@link BusyError} if this process cannot record with the voices in use. */
  #assertHasVoices(): void {
    if (this.#voices.problem)
      throw new BusyError(
        'This narration is being recorded on another machine. Try again in a minute.',
        ELSEWHERE_RETRY_AFTER,
      );
  }

  /** Resolves when a part of a recording can be played. Rejects if `done` rejects first. */
  async #untilPlayable(recording: string, done: Promise<unknown>): Promise<void> {
    const polling = new AbortController();
    try {
      await Promise.race([done, this.#watcher.until(recording, canPlay, polling.signal)]);
    } finally {
      polling.abort();
    }
  }
}

/** A recording that this process is working on. */
interface StartedWork {
  /** True if another request had already started the recording. */
  isJoined: boolean;
  /** Settles when the recording ends. Resolves with undefined if only the preview was recorded. */
  done: Promise<Narration | undefined>;
}

function toJobRequest(
  { article, narrator, recording, script }: RecordingSpec,
  extent: NarrationExtent,
): JobRequest {
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

/** Throws the error of a narration job that failed within the last minute, in this process or another one. */
function assertNotFailedLately({ state, error, updatedAt }: NarrationJob): void {
  if (state === 'failed' && Date.now() - updatedAt.getTime() < FAILURE_TTL) throw new Error(error!);
}
