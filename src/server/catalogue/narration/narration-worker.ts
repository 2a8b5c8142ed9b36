import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Article } from '#domain/article.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import type { Mp3Metadata } from '#speech/encoding/mp3-file.ts';
import { type EncodedAudio, MAX_PREVIEW_SECONDS, RecordingBuffer } from '#speech/recording.ts';
import { BeginningSchedule } from './beginning-schedule.ts';
import { HeldNarrationJobClaim, type NarrationJobWatcher } from './narration-jobs.ts';
import type { RecordingSpec, VoicesInUse } from './preparation.ts';
import type { Recorder } from './recorder.ts';
import type { BeginningFileName, RecordingStore } from './recording-store.ts';
import {
  claimNewOrExistingNarrationJob,
  deleteClaimedNarrationJob,
  markNarrationJobBeginningReady,
  markNarrationJobFailed,
  markNarrationJobPreviewReady,
  markNarrationJobReady,
  type NarrationJobRequest,
  type RecordingDurationAndSize,
  saveLatestNarration,
} from './repository.ts';

/**
 * The maximum number of simultaneous recordings is `atOnce` times this factor. `atOnce` recordings already use all
 * processors. With more recordings, listeners take turns, so nobody has to wait until another listener's narration is
 * complete.
 */
const RECORDINGS_PER_SLOT = 8;
/**
 * A listener whose player has not asked for a recording for this many milliseconds is considered gone. Until the
 * recording is complete, the player asks for it at least every ten seconds.
 */
const LISTENER_TIMEOUT = 30_000;
/**
 * A listener with fewer than this many seconds of unheard audio is considered waiting. Recording the next sentence may
 * take several seconds.
 */
const WAITING_LISTENER_SECONDS = 8;
/** Maximum number of recordings that are remembered as having a listener. */
const MAX_LISTENERS = 1000;
/**
 * Width in pixels of the cover in an MP3 tag. Phones show the cover at this size on the lock screen. The image takes
 * about 40 KB.
 */
const COVER_WIDTH = 480;

interface WorkerOptions {
  database: Database;
  store: RecordingStore;
  watcher: NarrationJobWatcher;
  recorder: Recorder;
  /** The voices that the recorder uses. The properties of this object may change while the process runs. */
  voices: VoicesInUse;
  pictures: Pick<PictureService, 'read'>;
  /** The largest number of recordings that can run at the same time on this machine without slowing each other down. */
  atOnce: number;
}

/**
 * Returns the maximum number of simultaneous background recordings. If `atOnce` is greater than 1, the maximum is
 * higher than `atOnce`, so that the processors stay busy while the audio of some of the recordings is being stored.
 */
function countBackgroundSlots(atOnce: number): number {
  return 2 * atOnce - 1;
}

/**
 * Thrown if the voices have changed between the request for a recording and its start. The caller must request the
 * recording again.
 */
export class VoicesChangedError extends Error {
  override name = 'VoicesChangedError';
  override message = 'The voices have changed.';
}

/**
 * Processes narration jobs. Records the jobs that this process can claim, and waits for the jobs that other processes
 * have claimed.
 */
export class NarrationWorker {
  readonly #options: WorkerOptions;
  readonly #slots: ReturnType<typeof pLimit>;
  readonly #background: ReturnType<typeof pLimit>;
  /** The names of the recordings that listeners have requested recently. */
  readonly #requested = new LRUCache<string, true>({ max: MAX_LISTENERS, ttl: LISTENER_TIMEOUT });
  /**
   * The functions that return the number of unheard seconds, one for each recording in progress (see `RecordOptions`).
   */
  readonly #unheardSecondsGetters = new Set<() => number>();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = pLimit(RECORDINGS_PER_SLOT * options.atOnce);
    this.#background = pLimit(countBackgroundSlots(options.atOnce));
  }

  /**
   * Sets the largest number of recordings that can run at the same time on this machine without slowing each other
   * down.
   */
  set atOnce(atOnce: number) {
    this.#slots.concurrency = RECORDINGS_PER_SLOT * atOnce;
    this.#background.concurrency = countBackgroundSlots(atOnce);
  }

  /**
   * Number of narration jobs in this process that are waiting for a free slot. Excludes background
   * jobs that are waiting for other background jobs.
   */
  get waiting(): number {
    return this.#slots.pendingCount;
  }

  /** Returns true if a listener cannot hear anything yet, or has little audio left, in a recording of this process. */
  get hasWaitingListener(): boolean {
    return [...this.#unheardSecondsGetters].some(
      (getUnheardSeconds) => getUnheardSeconds() < WAITING_LISTENER_SECONDS,
    );
  }

  /**
   * Notes that a listener needs a recording. Call this method for each request from a listener, even while the
   * recording is in progress. Recordings that listeners need have priority over recordings that nobody is listening to.
   */
  noteListener(recording: string): void {
    this.#requested.set(recording, true);
  }

  /**
   * Processes a narration job, or waits while another process does so. Resolves when the requested part is recorded:
   * with the narration, or with undefined if only the preview was requested. Rejects if the job fails or `signal` is
   * aborted. Background jobs can use only some of the slots for simultaneous recordings, so the other slots stay free
   * for listeners.
   */
  async work(
    spec: RecordingSpec,
    request: NarrationJobRequest,
    signal: AbortSignal,
    { isBackground = false } = {},
  ): Promise<RecordingDurationAndSize | undefined> {
    const record = () => this.#slots(() => this.#recordUnlessClaimed(spec, request, signal));
    for (;;) {
      const outcome = await (isBackground ? this.#background(record) : record());
      if (outcome) return outcome.narration;
      const job = await this.#options.watcher.until(
        spec.recording,
        (job) => !job?.isClaimed,
        signal,
      );
      if (job?.state === 'failed') throw new Error(job.error!);
    }
  }

  /**
   * Claims and records a narration job. Returns undefined if another worker has claimed the job, or takes it over
   * during the recording.
   */
  async #recordUnlessClaimed(
    spec: RecordingSpec,
    request: NarrationJobRequest,
    signal: AbortSignal,
  ): Promise<{ narration: RecordingDurationAndSize | undefined } | undefined> {
    const { database, watcher } = this.#options;
    const { queries } = database;
    signal.throwIfAborted();
    const claim = await claimNewOrExistingNarrationJob(queries, request);
    if (!claim) return undefined;
    const heldClaim = new HeldNarrationJobClaim(queries, claim);
    try {
      const recordingSignal = AbortSignal.any([heldClaim.lost, signal]);
      return { narration: await this.#record(spec, heldClaim, recordingSignal) };
    } catch (error) {
      if (signal.aborted || error instanceof VoicesChangedError)
        await deleteClaimedNarrationJob(queries, claim).catch(() => {});
      else if (heldClaim.lost.aborted) return undefined;
      // The job cannot be marked as failed while the database is unavailable. This error is ignored, because the claim
      // then expires.
      else await markNarrationJobFailed(queries, claim, getErrorMessage(error)).catch(() => {});
      throw error;
    } finally {
      heldClaim.release();
      watcher.checkSoon();
    }
  }

  async #record(
    spec: RecordingSpec,
    heldClaim: HeldNarrationJobClaim,
    signal: AbortSignal,
  ): Promise<RecordingDurationAndSize | undefined> {
    const { store, recorder, voices, pictures, database } = this.#options;
    const existing = await store.find(spec);
    if (existing) {
      heldClaim.assert(
        await markNarrationJobReady(database.queries, heldClaim.claim, existing.seconds),
      );
      return existing;
    }
    const hasPreview = await store.hasPreview(spec);
    if (hasPreview && (await this.#reportPreview(heldClaim)) === 'preview') return undefined;
    // The name of a recording depends on the voice. If the voice has changed since the request, the recorder would use
    // a voice that does not match the name.
    if (spec.voiceFingerprint !== voices.fingerprints[spec.narrator])
      throw new VoicesChangedError();
    const startedAt = performance.now();
    const schedule = new BeginningSchedule(hasPreview ? MAX_PREVIEW_SECONDS : 0);
    const getUnheardSeconds = () =>
      this.#requested.has(spec.recording)
        ? schedule.countUnheard(heldClaim.recordedSeconds)
        : Number.POSITIVE_INFINITY;
    const parts = recorder.record(spec.script, spec.narrator, {
      signal,
      hasWaiting: () => this.waiting + this.#background.pendingCount > 0,
      getUnheardSeconds,
    });
    const beginnings: BeginningFileName[] = [];
    this.#unheardSecondsGetters.add(getUnheardSeconds);
    try {
      const audio = await this.#collect(spec, heldClaim, {
        parts,
        hasPreview,
        schedule,
        beginnings,
      });
      if (!audio) return undefined;
      // If the cover cannot be loaded, the recording is stored without a cover.
      const cover = await loadCoverArt(spec.article, pictures).catch(() => undefined);
      const bytes = await store.write(spec, 'whole', audio, () => heldClaim.assertHeld(), cover);
      const narration = { recording: spec.recording, seconds: audio.timings.seconds, bytes };
      const recordingSeconds = (performance.now() - startedAt) / 1000;
      await this.#complete(spec, heldClaim, narration, recordingSeconds);
      // If the files of the unfinished recording cannot be removed now, the nightly job that removes outdated
      // recordings deletes them.
      if (beginnings.length)
        await store.removeBeginnings(spec.recording, beginnings).catch(() => {});
      return narration;
    } finally {
      this.#unheardSecondsGetters.delete(getUnheardSeconds);
      // Stops the recording in its child process if the recording is not complete.
      await parts.return(undefined as never);
    }
  }

  /**
   * Collects the audio of a recording from the recorder. Stores the preview as soon as it is complete, unless it exists
   * already. If the engine is slow, also stores the part recorded so far at intervals, and adds the names of these
   * files to `beginnings`. Returns undefined if only the preview is requested.
   */
  async #collect(
    spec: RecordingSpec,
    heldClaim: HeldNarrationJobClaim,
    { parts, hasPreview, schedule, beginnings }: RecordingInWork,
  ): Promise<EncodedAudio | undefined> {
    const { store } = this.#options;
    const buffer = new RecordingBuffer();
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
      // The latest sentence has completed the preview. The preview is stored next, so no shorter part is needed.
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

  async #reportBeginning(heldClaim: HeldNarrationJobClaim): Promise<void> {
    const { database, watcher } = this.#options;
    const { claim, recordedSeconds } = heldClaim;
    heldClaim.assert(
      await markNarrationJobBeginningReady(database.queries, claim, recordedSeconds),
    );
    watcher.checkSoon();
  }

  async #reportPreview(heldClaim: HeldNarrationJobClaim) {
    const { database, watcher } = this.#options;
    const extent = await markNarrationJobPreviewReady(database.queries, heldClaim.claim);
    heldClaim.assert(extent !== undefined);
    watcher.checkSoon();
    return extent;
  }

  async #complete(
    spec: RecordingSpec,
    heldClaim: HeldNarrationJobClaim,
    narration: RecordingDurationAndSize,
    recordingSeconds: number,
  ): Promise<void> {
    const { database, store } = this.#options;
    const isHeld = await database.queries.transaction(async (transaction) => {
      const isHeld = await markNarrationJobReady(transaction, heldClaim.claim, narration.seconds);
      if (isHeld) await saveLatestNarration(transaction, spec, narration, recordingSeconds);
      return isHeld;
    });
    heldClaim.assert(isHeld);
    // If the file that marks the recording as outdated cannot be deleted now, the nightly removal deletes it.
    await store.unmarkOutdated(spec.recording).catch(() => {});
  }
}

/** The parts of a recording in progress, and its files that are already stored. */
interface RecordingInWork {
  parts: ReturnType<Recorder['record']>;
  /** True if the preview of the recording exists already. */
  hasPreview: boolean;
  schedule: BeginningSchedule;
  /** The names of the files with the parts that can be played before the recording is complete. */
  beginnings: BeginningFileName[];
}

/** Loads the cover of an article for the tag of its MP3 file. Returns undefined if Octavo does not host the image. */
async function loadCoverArt(
  { image }: Pick<Article, 'image'>,
  pictures: Pick<PictureService, 'read'>,
): Promise<Mp3Metadata['cover']> {
  const key = /^\/images\/covers\/([^/]+)\//.exec(image.src)?.[1];
  if (!key) return undefined;
  const cover = await pictures.read({ kind: 'covers', key, width: COVER_WIDTH, format: 'jpg' });
  return cover && { bytes: await buffer(cover.body), mediaType: 'image/jpeg' };
}
