import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Article } from '#domain/article.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import type { Mp3Metadata } from '#speech/encoding/mp3-file.ts';
import { type EncodedAudio, MAX_PREVIEW_SECONDS, RecordingBuffer } from '#speech/recording.ts';
import { BeginningSchedule } from './beginning-schedule.ts';
import { HeldJobClaim, type NarrationJobWatcher } from './narration-jobs.ts';
import type { RecordingSpec, VoicesInUse } from './preparation.ts';
import type { Recorder } from './recorder.ts';
import type { BeginningFileName, RecordingStore } from './recording-store.ts';
import {
  claimNewOrExistingJob,
  deleteClaimedJob,
  type JobRequest,
  markJobBeginningReady,
  markJobFailed,
  markJobPreviewReady,
  markJobReady,
  type Narration,
  saveLatestNarration,
} from './repository.ts';

/**
 * Number of simultaneous recordings, as a multiple of `atOnce`. With twice as many recordings as the processors can
 * make at full speed, a new recording does not have to wait long before it starts.
 */
const RECORDINGS_PER_SLOT = 2;
/**
 * Width in pixels of the cover in an MP3 tag. Phones show covers at this size on the lock screen. The file is about 40
 * KB.
 */
const COVER_WIDTH = 480;

interface WorkerOptions {
  database: Database;
  store: RecordingStore;
  watcher: NarrationJobWatcher;
  recorder: Recorder;
  /** The voices of the recorder. The object may change while the process runs. */
  voices: VoicesInUse;
  pictures: Pick<PictureService, 'read'>;
  /** Number of parallel recordings that use all processors of the machine. */
  atOnce: number;
}

/** Returns the maximum number of simultaneous background recordings. One slot is always left to listeners. */
function countBackgroundSlots(atOnce: number): number {
  return RECORDINGS_PER_SLOT * atOnce - 1;
}

/** Thrown if the voices have changed before a recording was started. The caller requests the recording again. */
export class VoicesChangedError extends Error {
  override name = 'VoicesChangedError';
  override message = 'The voices have changed.';
}

/**
 * Works on narration jobs: records the jobs that it can claim, and waits for the jobs that other processes have
 * claimed.
 */
export class NarrationWorker {
  readonly #options: WorkerOptions;
  readonly #slots: ReturnType<typeof pLimit>;
  readonly #background: ReturnType<typeof pLimit>;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = pLimit(RECORDINGS_PER_SLOT * options.atOnce);
    this.#background = pLimit(countBackgroundSlots(options.atOnce));
  }

  /** Sets the number of parallel recordings that use all processors of the machine. */
  set atOnce(atOnce: number) {
    this.#slots.concurrency = RECORDINGS_PER_SLOT * atOnce;
    this.#background.concurrency = countBackgroundSlots(atOnce);
  }

  /** Number of narration jobs in this process that are waiting for other recordings to end, except background jobs. */
  get waiting(): number {
    return this.#slots.pendingCount;
  }

  /**
   * Works on a narration job until this process or another one has recorded the requested part. Returns the narration,
   * or undefined if only the preview was requested. Rejects if the job fails or `stop` is aborted. Background jobs
   * always leave a slot to listeners.
   */
  async work(
    spec: RecordingSpec,
    request: JobRequest,
    stop: AbortSignal,
    { isBackground = false } = {},
  ): Promise<Narration | undefined> {
    const record = () => this.#slots(() => this.#recordUnlessClaimed(spec, request, stop));
    for (;;) {
      const outcome = await (isBackground ? this.#background(record) : record());
      if (outcome) return outcome.narration;
      const job = await this.#options.watcher.until(spec.recording, (job) => !job?.isClaimed, stop);
      if (job?.state === 'failed') throw new Error(job.error!);
    }
  }

  /** Claims and records a narration job. Returns undefined if another worker has claimed the job or takes it over. */
  async #recordUnlessClaimed(
    spec: RecordingSpec,
    request: JobRequest,
    stop: AbortSignal,
  ): Promise<{ narration: Narration | undefined } | undefined> {
    const { database, watcher } = this.#options;
    const { queries } = database;
    stop.throwIfAborted();
    const claim = await claimNewOrExistingJob(queries, request);
    if (!claim) return undefined;
    const heldClaim = new HeldJobClaim(queries, claim);
    try {
      const signal = AbortSignal.any([heldClaim.lost, stop]);
      return { narration: await this.#record(spec, heldClaim, signal) };
    } catch (error) {
      if (stop.aborted || error instanceof VoicesChangedError)
        await deleteClaimedJob(queries, claim).catch(() => {});
      else if (heldClaim.lost.aborted) return undefined;
      // While the database is unavailable, the job cannot be marked as failed. Its claim expires instead.
      else await markJobFailed(queries, claim, getErrorMessage(error)).catch(() => {});
      throw error;
    } finally {
      heldClaim.release();
      watcher.checkSoon();
    }
  }

  async #record(
    spec: RecordingSpec,
    heldClaim: HeldJobClaim,
    stop: AbortSignal,
  ): Promise<Narration | undefined> {
    const { store, recorder, voices, pictures, database } = this.#options;
    const existing = await store.find(spec);
    if (existing) {
      heldClaim.assert(await markJobReady(database.queries, heldClaim.claim, existing.seconds));
      return existing;
    }
    const hasPreview = await store.hasPreview(spec);
    if (hasPreview && (await this.#reportPreview(heldClaim)) === 'preview') return undefined;
    // A recording by former voices is not started, since the recorder would make it with voices other than those in its
    // name.
    if (spec.voices !== voices.fingerprints[spec.narrator]) throw new VoicesChangedError();
    const startedAt = performance.now();
    const parts = recorder.record(
      spec.script,
      spec.narrator,
      stop,
      () => this.waiting + this.#background.pendingCount > 0,
    );
    const beginnings: BeginningFileName[] = [];
    try {
      const audio = await this.#collect(spec, heldClaim, parts, hasPreview, beginnings);
      if (!audio) return undefined;
      // The recording is stored without a cover if the cover cannot be loaded.
      const cover = await loadCoverArt(spec.article, pictures).catch(() => undefined);
      const bytes = await store.write(spec, 'whole', audio, () => heldClaim.assertHeld(), cover);
      const narration = { recording: spec.recording, seconds: audio.timings.seconds, bytes };
      const recordingSeconds = (performance.now() - startedAt) / 1000;
      await this.#complete(spec, heldClaim, narration, recordingSeconds);
      // If the beginnings cannot be removed now, the nightly removal deletes them.
      if (beginnings.length)
        await store.removeBeginnings(spec.recording, beginnings).catch(() => {});
      return narration;
    } finally {
      // Cancels the recording process if the recording was not completed or could not be written.
      await parts.return(undefined as never);
    }
  }

  /**
   * Collects the audio of a recording. Stores the preview as soon as it is complete, unless it exists already. If the
   * engine is slow, also stores beginnings, and adds their names to `beginnings`. Returns undefined if only the preview
   * is requested.
   */
  async #collect(
    spec: RecordingSpec,
    heldClaim: HeldJobClaim,
    parts: ReturnType<Recorder['record']>,
    hasPreview: boolean,
    beginnings: BeginningFileName[],
  ): Promise<EncodedAudio | undefined> {
    const { store } = this.#options;
    const buffer = new RecordingBuffer();
    const schedule = new BeginningSchedule(hasPreview ? MAX_PREVIEW_SECONDS : 0);
    const assertHeld = () => heldClaim.assertHeld();
    let isPreviewStored = hasPreview;
    const storePreview = async () => {
      isPreviewStored = true;
      const preview = buffer.toPreview();
      await store.write(spec, 'preview', preview, assertHeld);
      schedule.add(preview.timings.seconds);
    };
    const storeBeginning = async () => {
      const beginning = buffer.toBeginning();
      const { seconds } = beginning.timings;
      // The latest sentence completes the preview, so the preview is stored next instead of a beginning.
      if (!isPreviewStored && seconds > MAX_PREVIEW_SECONDS) return;
      const kind = isPreviewStored ? 'beginning' : 'opening';
      beginnings.push(await store.writeBeginning(spec, kind, beginning, assertHeld));
      schedule.add(seconds);
      await this.#reportBeginning(heldClaim);
    };
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      buffer.add(next.value);
      heldClaim.recordedSeconds = buffer.seconds;
      if (!isPreviewStored && buffer.hasPreview) {
        await storePreview();
        if ((await this.#reportPreview(heldClaim)) === 'preview') return undefined;
      } else if (next.value.sentence && schedule.isDue(buffer.seconds)) await storeBeginning();
    }
    if (!isPreviewStored) await storePreview();
    return buffer.toAudio(next.value);
  }

  async #reportBeginning(heldClaim: HeldJobClaim): Promise<void> {
    const { database, watcher } = this.#options;
    const { claim, recordedSeconds } = heldClaim;
    heldClaim.assert(await markJobBeginningReady(database.queries, claim, recordedSeconds));
    watcher.checkSoon();
  }

  async #reportPreview(heldClaim: HeldJobClaim) {
    const { database, watcher } = this.#options;
    const extent = await markJobPreviewReady(database.queries, heldClaim.claim);
    heldClaim.assert(extent !== undefined);
    watcher.checkSoon();
    return extent;
  }

  async #complete(
    spec: RecordingSpec,
    heldClaim: HeldJobClaim,
    narration: Narration,
    recordingSeconds: number,
  ): Promise<void> {
    const { database, store } = this.#options;
    const isHeld = await database.queries.transaction(async (transaction) => {
      const isHeld = await markJobReady(transaction, heldClaim.claim, narration.seconds);
      if (isHeld) await saveLatestNarration(transaction, spec, narration, recordingSeconds);
      return isHeld;
    });
    heldClaim.assert(isHeld);
    // Errors are ignored: if the mark of an outdated recording cannot be deleted now, the nightly removal deletes it.
    await store.unmarkOutdated(spec.recording).catch(() => {});
  }
}

/**
 * Loads the cover of an article for the MP3 tag of its narration. Returns undefined if another site hosts the image.
 */
async function loadCoverArt(
  { image }: Pick<Article, 'image'>,
  pictures: Pick<PictureService, 'read'>,
): Promise<Mp3Metadata['cover']> {
  const key = /^\/images\/covers\/([^/]+)\//.exec(image.src)?.[1];
  if (!key) return undefined;
  const cover = await pictures.read({ kind: 'covers', key, width: COVER_WIDTH, format: 'jpg' });
  return cover && { bytes: await buffer(cover.body), mediaType: 'image/jpeg' };
}
