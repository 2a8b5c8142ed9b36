import { createHash } from 'node:crypto';
import type { Article } from '#domain/article.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { findArticle, listArticleIds } from '#server/catalogue/articles/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import type { ByteRange, FileReading, FileStore } from '#server/platform/files/service.ts';
import { joined } from './encoding/bytes.ts';
import { filesOf, mediaTypeOf, type NarrationFile } from './narration-files.ts';
import { previewOf } from './preview.ts';
import type { Recorder } from './recorder.ts';
import type { SentenceTiming } from './recording.ts';
import { findNarration, keepNarration, type Narration } from './repository.ts';
import type { Lexicon } from './script/lexicon.ts';
import { type Script, scriptOf } from './script/service.ts';

/** Raised with what is said here of how a recording is put together, mastered and encoded. */
const WAY_OF_RECORDING = 1;

/** What became of the narrations there are to be. */
export interface NarrationCounts {
  made: number;
  /** Those that were there, of the text as it is. */
  kept: number;
  failed: number;
}

/** The narrations of articles: made once for what an article says, and kept with the files. */
export interface Narrations {
  /**
   * Makes the narration of an article by a narrator, unless it is there. `undefined` where there is no such article.
   * Whoever asks meanwhile, in whichever process, waits for the same one. Rejects when it cannot be made.
   */
  make(articleId: string, narrator: Narrator, stop?: AbortSignal): Promise<Narration | undefined>;
  /**
   * A file of the narration that was made last, or a part of it; `undefined` where none was made, or the file is lost.
   * Throws as {@link FileStore} does.
   */
  read(
    articleId: string,
    narrator: Narrator,
    file: NarrationFile,
    range?: ByteRange,
  ): Promise<FileReading | undefined>;
  /**
   * Makes all that are missing, newest articles first, as many at a time as `atOnce` says. What fails is told to
   * `onFailure` and left out; what is there when it is stopped stays.
   */
  makeMissing(options: {
    narrators: readonly Narrator[];
    atOnce: number;
    stop: AbortSignal;
    onProgress(done: number, of: number): void;
    onFailure(article: Article, narrator: Narrator, error: unknown): void;
  }): Promise<NarrationCounts>;
}

export function storedNarrations(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { lexicon, voices }: { lexicon: Lexicon; voices: string },
): Narrations {
  const { queries } = database;

  const orderFor = (article: Article, narrator: Narrator): Order => {
    const script = scriptOf(article, article.authorAlias, lexicon);
    return { article, narrator, script, recording: nameOf(script, narrator, voices) };
  };

  const findMade = async ({ article, narrator, recording }: Order) => {
    const narration = await findNarration(queries, article.id, narrator);
    if (narration?.recording !== recording) return undefined;
    return (await files.has(keyOf(recording, 'mp3'))) ? narration : undefined;
  };

  const make = async (order: Order, stop?: AbortSignal): Promise<Narration> => {
    const { article, narrator, script, recording } = order;
    const frames: Uint8Array[] = [];
    const sentences: SentenceTiming[] = [];
    const parts = recorder.record(script, narrator, stop);
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      frames.push(next.value.frames);
      if (next.value.sentence) sentences.push(next.value.sentence);
    }
    const { chapters, samples, sampleRate } = next.value;
    const timings = { seconds: samples / sampleRate, chapters, sentences };
    const whole = { frames: joined(frames), samples, timings };
    const preview = previewOf(whole.frames, timings, sampleRate);
    const { title, authorAlias } = article;
    const content = { title, author: authorAlias, narrator: NARRATORS[narrator].name };
    const written = filesOf({ whole, preview }, content, textIn(script));
    for (const { file, bytes } of written)
      await files.write(keyOf(recording, file), bytes, mediaTypeOf(file));
    const bytes = written.find(({ file }) => file === 'mp3')!.bytes.length;
    const narration = { recording, seconds: timings.seconds, bytes };
    await keepNarration(queries, article.id, narrator, narration);
    return narration;
  };

  /** One process makes it, the others wait and find it. */
  const makeOnce = async (order: Order, stop?: AbortSignal) =>
    (await findMade(order)) ??
    withLock(
      database,
      `narration ${order.recording}`,
      async (lost) => {
        const signal = stop ? AbortSignal.any([lost, stop]) : lost;
        return (await findMade(order)) ?? make(order, signal);
      },
      stop,
    );

  return {
    async make(articleId, narrator, stop) {
      const article = await findArticle(queries, articleId);
      return article && makeOnce(orderFor(article, narrator), stop);
    },

    async read(articleId, narrator, file, range) {
      const narration = await findNarration(queries, articleId, narrator);
      return narration && files.read(keyOf(narration.recording, file), range);
    },

    async makeMissing({ narrators, atOnce, stop, onProgress, onFailure }) {
      const counts: NarrationCounts = { made: 0, kept: 0, failed: 0 };
      const ids = await listArticleIds(queries);
      const all = ids.flatMap((id) => narrators.map((narrator) => ({ id, narrator })));
      let done = 0;
      const makeNext = async ({ id, narrator }: (typeof all)[number]) => {
        const article = await findArticle(queries, id);
        if (!article) return;
        try {
          const order = orderFor(article, narrator);
          const isThere = await findMade(order);
          if (!isThere) await makeOnce(order, stop);
          counts[isThere ? 'kept' : 'made']++;
        } catch (error) {
          if (stop.aborted) return;
          counts.failed++;
          onFailure(article, narrator, error);
        }
      };
      const rest = all.values();
      const work = async () => {
        for (const each of rest) {
          if (stop.aborted) return;
          await makeNext(each);
          onProgress(++done, all.length);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return counts;
    },
  };
}

/** A narration that is wanted. */
interface Order {
  article: Article;
  narrator: Narrator;
  script: Script;
  recording: string;
}

/** Names a recording by all that it is made of: the same words by the same voice are recorded once. */
function nameOf(script: Script, narrator: Narrator, voices: string): string {
  const what = JSON.stringify([WAY_OF_RECORDING, voices, narrator, script]);
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
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
