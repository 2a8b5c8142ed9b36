import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Narrator } from '#domain/narrators.ts';
import { findArticleById } from '#server/catalogue/articles/repository.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { BusyError } from '#server/platform/errors.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileReading, FileStore } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { estimateNarration, type NarrationEstimate } from '#speech/narration-estimate.ts';
import type { EncodedAudio } from '#speech/preview.ts';
import { RecordingBuffer } from '#speech/recording-buffer.ts';
import { loadCoverArt } from './cover.ts';
import { Failures } from './failures.ts';
import type { NarrationFile } from './narration-files.ts';
import { type Extent, NarrationJob } from './narration-job.ts';
import { type RemovalCounts, removeOutdatedRecordings } from './outdated-recordings.ts';
import type { Voices } from './preparation.ts';
import { ProcessPreparer } from './preparer.ts';
import type { Recorder } from './recorder.ts';
import { RecordingNames, type RecordingSpec } from './recording-names.ts';
import type { Narration } from './repository.ts';
import { recordingLock, StoredRecordings } from './stored-recordings.ts';

/** Recordings made at the same time for each that keeps the processors busy: they share them, so that each begins soon. */
const BESIDE = 2;
/** Recordings that may wait for their turn. */
const MOST_WAITING = 32;
/** Milliseconds between looks at what another process is making: they double from the first. */
const [FIRST_LOOK, LONGEST_LOOK] = [150, 1000];

/**
 * The narrations of articles: made once for what an article says, and kept with the files. Of an article that is not
 * published, or that an editor has kept from being read aloud, there is none: `undefined`.
 */
export interface Narrations {
  /** Names the recording of what an article says now, made or not. */
  recordingOf(articleId: string, narrator: Narrator): Promise<string | undefined>;
  /**
   * A file of a recording, or a part of it; `undefined` where it was not made, or is lost. Throws as
   * {@link FileStore} does.
   */
  read(recording: string, file: NarrationFile, range?: ByteRange): Promise<FileReading | undefined>;
  /**
   * Whether a recording of this article by this narrator is kept, though the article says something else by now. It is
   * kept for longer then: somebody hears it.
   */
  keepsFormer(recording: string, articleId: string, narrator: Narrator): Promise<boolean>;
  /**
   * Has a narration made, as far as it is wanted, and resolves as soon as its beginning can be heard. Where that takes a new recording, `admit` is asked first. Rejects as `admit`
   * does, when it cannot be made or could not be a moment ago, and with {@link BusyError}.
   */
  begin(
    articleId: string,
    narrator: Narrator,
    extent: Extent,
    admit: () => Promise<void>,
  ): Promise<NarrationEstimate | undefined>;
  /**
   * Makes the narration of an article by a narrator, unless it is there. Whoever asks meanwhile, in whichever process,
   * waits for the same one, which goes on as long as one of them has not given up (`stop`). Rejects when it cannot be made.
   */
  make(articleId: string, narrator: Narrator, stop?: AbortSignal): Promise<Narration | undefined>;
  /** Whether the narration of what an article says now is there. */
  isMade(articleId: string, narrator: Narrator): Promise<boolean>;
  /** Removes the recordings that no article has said, and nobody heard, for so many days. */
  removeFormer(days: number, stop: AbortSignal): Promise<RemovalCounts>;
  /** Forgets what it knows of what has changed, by cache keys, or of everything. */
  invalidate(keys: readonly string[]): void;
  markAllStale(): void;
}

interface NarrationOptions extends Voices {
  /** Where covers are. */
  pictures: Pick<PictureService, 'read'>;
  /** How many recordings keep the machine's processors busy. */
  atOnce?: number;
  /** Ends what is being made: the process stops. */
  ending?: AbortSignal;
  /** Is told why a recording came to no end that somebody has begun to hear, and of which. */
  onFault?: ((error: unknown, path: string) => void) | undefined;
}

export function createNarrations(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { pictures, atOnce = os.availableParallelism(), ending, onFault, ...spoken }: NarrationOptions,
): Narrations {
  const { queries } = database;
  const kept = new StoredRecordings(queries, files);
  const preparer = new ProcessPreparer(spoken);
  const names = new RecordingNames(preparer);
  const failures = new Failures();
  const underWay = new Map<string, NarrationJob>();
  const turns = pLimit(BESIDE * atOnce);

  const findAudible = async (articleId: string) => {
    const article = await findArticleById(queries, articleId);
    return article?.hasAudio ? article : undefined;
  };
  // Twenty who press play at one moment would have each other wait for as many scripts.
  const orders = new SingleFlight<RecordingSpec | undefined>();
  const findOrder = (articleId: string, narrator: Narrator) =>
    orders.run(`${articleId}.${narrator}`, async () => {
      const article = await findAudible(articleId);
      if (!article) return undefined;
      const { script, names: recordings } = await preparer.prepare(article);
      return { article, narrator, script, recording: recordings[narrator] };
    });

  const record = async (order: RecordingSpec, making: NarrationJob, stop: AbortSignal) => {
    const { article, narrator, script } = order;
    const parts = recorder.record(script, narrator, stop, () => turns.pendingCount > 0);
    try {
      const whole = await take(order, making, parts);
      if (!whole) return undefined;
      // A narration without its picture is better than none.
      const cover = await loadCoverArt(article, pictures).catch(() => undefined);
      const bytes = await kept.write(order, 'whole', whole, cover);
      const narration = { recording: order.recording, seconds: whole.timings.seconds, bytes };
      await kept.keep(order, narration);
      return narration;
    } finally {
      // Who speaks is let go, also where nothing could be written.
      await parts.return(undefined as never);
    }
  };

  /** Takes down what is spoken, and keeps its beginning as soon as that is there; all of it, where that is wanted. */
  const take = async (
    order: RecordingSpec,
    making: NarrationJob,
    parts: ReturnType<Recorder['record']>,
  ): Promise<EncodedAudio | undefined> => {
    const take = new RecordingBuffer();
    let isBegun = false;
    const begin = async () => {
      await kept.write(order, 'preview', take.toPreview());
      isBegun = true;
      making.begin();
    };
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      take.add(next.value);
      if (isBegun || !take.hasPreview) continue;
      await begin();
      if (making.extent === 'whole') continue;
      // From here on, whoever wants more begins anew.
      underWay.delete(order.recording);
      return undefined;
    }
    if (!isBegun) await begin();
    return take.toAudio(next.value);
  };

  /** Records; where that fails, it is remembered, and told where nobody waits any more who would hear of it. */
  const attempt = async (order: RecordingSpec, making: NarrationJob, stop: AbortSignal) => {
    try {
      return await record(order, making, stop);
    } catch (error) {
      stop.throwIfAborted();
      failures.note(order.recording, error);
      if (!making.isAwaited && !making.isFollowed)
        onFault?.(error, `narrate/${order.article.id}/${order.narrator}`);
      throw error;
    }
  };

  /** One process makes it, the others wait and find it. */
  const makeInTurn = (order: RecordingSpec, making: NarrationJob, stop: AbortSignal) =>
    withLock(
      database,
      recordingLock(order.recording),
      async (lost) => {
        making.isRecordedHere = true;
        const made = await kept.find(order);
        if (made || (making.extent === 'preview' && (await kept.hasPreview(order)))) return made;
        return attempt(order, making, AbortSignal.any([lost, stop]));
      },
      stop,
    );

  /** What another process makes has a beginning before it has an end. */
  const lookForPreview = async (order: RecordingSpec, making: NarrationJob) => {
    for (let pause = FIRST_LOOK; ; pause = Math.min(2 * pause, LONGEST_LOOK)) {
      await wait(pause, undefined, { ref: false });
      if (!making.isAwaited || making.isRecordedHere) return;
      if (await kept.hasPreview(order).catch(() => false)) making.begin();
    }
  };

  const start = (order: RecordingSpec, extent: Extent, stop?: AbortSignal): NarrationJob => {
    const { recording } = order;
    const known = underWay.get(recording);
    if (known && !known.stopping.aborted) {
      known.hold(stop);
      if (extent === 'whole') known.extent = extent;
      return known;
    }
    const making = new NarrationJob(extent, (making) => {
      const signals = [making.stopping, ending].filter((each) => each !== undefined);
      return turns(() => makeInTurn(order, making, AbortSignal.any(signals))).finally(() => {
        if (underWay.get(recording) === making) underWay.delete(recording);
      });
    });
    making.hold(stop);
    underWay.set(recording, making);
    lookForPreview(order, making);
    return making;
  };

  const admissions = new Map<string, Promise<NarrationJob>>();

  /** Of those who ask at one moment one is admitted for all; who is not, is refused alone, and the next one asks. */
  const startOnceAdmitted = async (
    order: RecordingSpec,
    extent: Extent,
    admit: () => Promise<void>,
  ) => {
    const { recording } = order;
    for (let other = admissions.get(recording); other; other = admissions.get(recording))
      await other.catch(() => {});
    if (underWay.has(recording)) return start(order, extent);
    const admission = admit().then(() => {
      if (turns.pendingCount >= MOST_WAITING)
        throw new BusyError(
          'We’re recording a lot of narrations right now. Try again in a minute.',
          30,
        );
      return start(order, extent);
    });
    admissions.set(recording, admission);
    return admission.finally(() => admissions.delete(recording));
  };

  const makeOnce = async (order: RecordingSpec, stop?: AbortSignal): Promise<Narration> => {
    const there = await kept.find(order);
    if (there) return there;
    stop?.throwIfAborted();
    const made = await start(order, 'whole', stop).follow(stop);
    // Its beginning was all that was wanted until a moment ago.
    return made ?? makeOnce(order, stop);
  };

  return {
    async recordingOf(articleId, narrator) {
      return (await names.of(articleId, () => findAudible(articleId)))?.[narrator];
    },

    read(recording, file, range) {
      return kept.read(recording, file, range);
    },

    keepsFormer: (recording, articleId, narrator) =>
      kept.keepsFormer(recording, articleId, narrator),

    async begin(articleId, narrator, extent, admit) {
      const order = await findOrder(articleId, narrator);
      if (!order) return undefined;
      failures.assertNone(order.recording);
      const making = await startOnceAdmitted(order, extent, admit);
      await making.preview;
      return estimateNarration(order.script, narrator);
    },

    async make(articleId, narrator, stop) {
      const order = await findOrder(articleId, narrator);
      return order && makeOnce(order, stop);
    },

    async isMade(articleId, narrator) {
      const order = await findOrder(articleId, narrator);
      return order !== undefined && (await kept.find(order)) !== undefined;
    },

    removeFormer: (days, stop) => removeOutdatedRecordings(database, kept, preparer, days, stop),

    invalidate(keys) {
      orders.detachAll();
      names.invalidate(keys);
    },
    markAllStale() {
      orders.detachAll();
      names.markAllStale();
    },
  };
}
