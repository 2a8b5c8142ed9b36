import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { findArticle } from '#server/catalogue/articles/service.ts';
import type { Pictures } from '#server/catalogue/pictures/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { BusyError } from '#server/platform/errors.ts';
import type { ByteRange, FileReading, FileStore } from '#server/platform/files/service.ts';
import { coverOf } from './cover.ts';
import type { TagContent } from './encoding/tag.ts';
import { type Extent, Making } from './making.ts';
import { filesOf, mediaTypeOf, type NarrationFile } from './narration-files.ts';
import type { Sound } from './preview.ts';
import type { Recorder } from './recorder.ts';
import { type Order, orderFor, RecordingNames, type Voices } from './recording-names.ts';
import { findNarration, keepNarration, type Narration } from './repository.ts';
import type { Script } from './script/service.ts';
import { Take } from './take.ts';

/** Recordings made at the same time for each that keeps the processors busy: they share them, so that each begins soon. */
const BESIDE = 2;
/** Recordings that may wait for their turn. */
const MOST_WAITING = 32;
/** Milliseconds between looks at what another process is making. */
const LOOK_AGAIN = 150;
/** Characters that are spoken in a second, pauses included: what the built-in voices come to, within a twentieth. */
const CHARACTERS_A_SECOND = 14;

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
   * Has a narration made, as far as it is wanted, and resolves as soon as its beginning can be heard, with about how
   * many seconds all of it will last. Where that takes a new recording, `admit` is asked first. Rejects as `admit`
   * does, when it cannot be made, and with {@link BusyError}.
   */
  begin(
    articleId: string,
    narrator: Narrator,
    extent: Extent,
    admit: () => Promise<void>,
  ): Promise<{ seconds: number } | undefined>;
  /**
   * Makes the narration of an article by a narrator, unless it is there. Whoever asks meanwhile, in whichever process,
   * waits for the same one. Rejects when it cannot be made.
   */
  make(articleId: string, narrator: Narrator, stop?: AbortSignal): Promise<Narration | undefined>;
  /** Whether the narration of what an article says now is there. */
  isMade(articleId: string, narrator: Narrator): Promise<boolean>;
  /** Forgets what it knows of what has changed, by cache keys, or of everything. */
  drop(keys: readonly string[]): void;
  doubt(): void;
}

interface NarrationOptions extends Voices {
  /** Where covers are. */
  pictures: Pick<Pictures, 'read'>;
  /** How many recordings keep the machine's processors busy. */
  atOnce?: number;
  /** Ends what is being made: the process stops. */
  ending?: AbortSignal;
}

export function storedNarrations(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { pictures, atOnce = os.availableParallelism(), ending, ...spoken }: NarrationOptions,
): Narrations {
  const { queries } = database;
  const names = new RecordingNames(spoken);
  const underWay = new Map<string, Making>();
  const turns = pLimit(BESIDE * atOnce);

  const findAudible = async (articleId: string) => {
    const article = await findArticle(queries, articleId);
    return article?.hasAudio ? article : undefined;
  };
  const findOrder = async (articleId: string, narrator: Narrator) => {
    const article = await findAudible(articleId);
    return article && orderFor(article, narrator, spoken);
  };

  const hasAll = async (recording: string, wanted: readonly NarrationFile[]) => {
    const found = await Promise.all(wanted.map((file) => files.has(keyOf(recording, file))));
    return found.every(Boolean);
  };
  const findMade = async ({ article, narrator, recording }: Order) => {
    const narration = await findNarration(queries, article.id, narrator);
    if (narration?.recording !== recording) return undefined;
    return (await hasAll(recording, ['json', 'mp3'])) ? narration : undefined;
  };
  const hasPreview = ({ recording }: Order) => hasAll(recording, ['preview.json', 'preview.mp3']);

  const write = async (order: Order, extent: Extent, sound: Sound, cover?: TagContent['cover']) => {
    const { article, narrator, recording, script } = order;
    const { title, authorAlias: author } = article;
    const content = { recording, title, author, narrator: NARRATORS[narrator].name, cover };
    const written = filesOf(extent, sound, content, textIn(script));
    for (const { file, bytes } of written)
      await files.write(keyOf(recording, file), bytes, mediaTypeOf(file));
    return written;
  };

  const record = async (order: Order, making: Making, stop: AbortSignal) => {
    const { article, narrator, script, recording } = order;
    const take = new Take();
    let isBegun = false;
    const begin = async () => {
      await write(order, 'preview', take.preview());
      isBegun = true;
      making.begin();
    };
    const parts = recorder.record(script, narrator, stop, () => turns.pendingCount > 0);
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      take.add(next.value);
      if (isBegun || !take.hasPreview) continue;
      await begin();
      if (making.extent === 'whole') continue;
      // From here on, whoever wants more begins anew.
      underWay.delete(recording);
      await parts.return(undefined as never);
      return undefined;
    }
    const whole = take.whole(next.value);
    if (!isBegun) await begin();
    // A narration without its picture is better than none.
    const cover = await coverOf(article, pictures).catch(() => undefined);
    const written = await write(order, 'whole', whole, cover);
    const bytes = written.find(({ file }) => file === 'mp3')!.bytes.length;
    const narration = { recording, seconds: whole.timings.seconds, bytes };
    await keepNarration(queries, article.id, narrator, narration);
    return narration;
  };

  /** One process makes it, the others wait and find it. */
  const makeInTurn = (order: Order, making: Making, stop: AbortSignal) =>
    withLock(
      database,
      `narration ${order.recording}`,
      async (lost) => {
        const made = await findMade(order);
        if (made || (making.extent === 'preview' && (await hasPreview(order)))) return made;
        return record(order, making, AbortSignal.any([lost, stop]));
      },
      stop,
    );

  /** What another process makes has a beginning before it has an end. */
  const lookForPreview = async (order: Order, making: Making) => {
    while (making.isAwaited) {
      if (await hasPreview(order).catch(() => false)) making.begin();
      else await wait(LOOK_AGAIN, undefined, { ref: false });
    }
  };

  const start = (order: Order, extent: Extent, stop?: AbortSignal): Making => {
    const { recording } = order;
    const known = underWay.get(recording);
    if (known) {
      if (extent === 'whole') known.extent = extent;
      return known;
    }
    const signal = AbortSignal.any([stop, ending].filter((each) => each !== undefined));
    const making = new Making(extent, (making) =>
      turns(() => makeInTurn(order, making, signal)).finally(() => {
        if (underWay.get(recording) === making) underWay.delete(recording);
      }),
    );
    underWay.set(recording, making);
    lookForPreview(order, making);
    return making;
  };

  const makeOnce = async (order: Order, stop?: AbortSignal): Promise<Narration> =>
    (await findMade(order)) ??
    (await start(order, 'whole', stop).done) ??
    // Its beginning was all that was wanted until a moment ago.
    makeOnce(order, stop);

  return {
    async recordingOf(articleId, narrator) {
      return (await names.of(articleId, () => findAudible(articleId)))?.[narrator];
    },

    read(recording, file, range) {
      return files.read(keyOf(recording, file), range);
    },

    async begin(articleId, narrator, extent, admit) {
      const order = await findOrder(articleId, narrator);
      if (!order) return undefined;
      if (!underWay.has(order.recording)) {
        await admit();
        if (turns.pendingCount >= MOST_WAITING)
          throw new BusyError('Many narrations are being made. Try again in a minute.', 30);
      }
      await start(order, extent).preview;
      return { seconds: expectedSeconds(order.script) };
    },

    async make(articleId, narrator, stop) {
      const order = await findOrder(articleId, narrator);
      return order && makeOnce(order, stop);
    },

    async isMade(articleId, narrator) {
      const order = await findOrder(articleId, narrator);
      return order !== undefined && (await findMade(order)) !== undefined;
    },

    drop: (keys) => names.drop(keys),
    doubt: () => names.doubt(),
  };
}

function keyOf(recording: string, file: NarrationFile): string {
  return `narrations/${recording}.${file}`;
}

/** The words of a script's sentences, by where they stand. */
function textIn({ sections }: Script) {
  const passages = new Map(
    sections.flatMap(({ passages }) =>
      passages.map(({ anchor, sentences }) => [anchor, sentences]),
    ),
  );
  return (anchor: string, start: number) =>
    passages.get(anchor)?.find((sentence) => sentence.start === start)?.text ?? '';
}

function expectedSeconds({ sections }: Script): number {
  const characters = sections
    .flatMap(({ passages }) => passages.flatMap(({ sentences }) => sentences))
    .reduce((sum, { spoken }) => sum + spoken.length, 0);
  return Math.round(characters / CHARACTERS_A_SECOND);
}
