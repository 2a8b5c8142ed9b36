import { json, text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Timings } from '#domain/timings.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileReading, FileStore } from '#server/platform/files/store.ts';
import type { TagContent } from '#speech/encoding/tag.ts';
import type { EncodedAudio } from '#speech/preview.ts';
import type { Script } from '#speech/script/script.ts';
import {
  buildNarrationFiles,
  getMediaType,
  NARRATION_FILES,
  type NarrationFile,
  type RecordingSubject,
} from './narration-files.ts';
import type { RecordingSpec } from './recording-names.ts';
import { findNarration, type Narration, storeNarration } from './repository.ts';
import type { Extent } from './schema.ts';

const FOLDER = 'narrations';
/** Stands beside a recording that no article says any more, and says since when, or when it was last heard. */
const LEFT = 'left';
/** Milliseconds between two times that it is noted of a former recording that it is heard: much less than a day. */
const NOTED_EVERY = 60 * 60 * 1000;
/** Former recordings of which is remembered that this was noted. */
const MOST_HEARD = 1000;

/** The recordings that are kept: their files, and which of them each narrator has made last of an article. */
export class StoredRecordings {
  readonly #queries: Queries;
  readonly #files: FileStore;
  readonly #heard = new LRUCache<string, true>({ max: MOST_HEARD, ttl: NOTED_EVERY });

  constructor(queries: Queries, files: FileStore) {
    this.#queries = queries;
    this.#files = files;
  }

  /** A file of a recording, or a part of it; `undefined` where there is none. Throws as {@link FileStore} does. */
  read(
    recording: string,
    file: NarrationFile,
    range?: ByteRange,
  ): Promise<FileReading | undefined> {
    return this.#files.read(keyOf(recording, file), range);
  }

  /**
   * The narration of what an article says now. Where that has been recorded before, and something else since then, the
   * files that are there are the narration again.
   */
  async find(order: RecordingSpec): Promise<Narration | undefined> {
    const { article, narrator, recording } = order;
    if (!(await this.#hasAll(recording, ['json', 'mp3']))) return undefined;
    const known = await findNarration(this.#queries, article.id, narrator);
    if (known?.recording === recording) return known;
    const kept = await this.#measure(recording);
    if (!kept) return undefined;
    await storeNarration(this.#queries, article.id, narrator, kept);
    // Where that fails, the nightly removal does it.
    await this.unmarkOutdated(recording).catch(() => {});
    return kept;
  }

  hasPreview({ recording }: RecordingSpec): Promise<boolean> {
    return this.#hasAll(recording, ['preview.json', 'preview.mp3']);
  }

  /**
   * Whether a recording is kept, of whatever the article has said when it was made, that is of this article by this
   * narrator. Whoever asks goes on hearing it: its time begins anew.
   */
  async touchEarlierRecording(
    recording: string,
    articleId: string,
    narrator: Narrator,
  ): Promise<boolean> {
    const subject = await this.findSubject(recording);
    if (subject?.article !== articleId || subject.narrator !== narrator) return false;
    if (!this.#heard.has(recording)) {
      this.#heard.set(recording, true);
      // Where a disk is full, it is heard all the same.
      await this.markOutdated(recording).catch(() => {});
    }
    return true;
  }

  /** What a recording is of; `undefined` where nothing is left of it that says so. */
  async findSubject(recording: string): Promise<RecordingSubject | undefined> {
    return (await this.#timesIn(recording, 'preview.json')) ?? this.#timesIn(recording, 'json');
  }

  /** The recordings there are, whole or not, and whether it is said of one that no article says it any more. */
  async list(): Promise<Map<string, { isLeft: boolean }>> {
    const found = new Map<string, { isLeft: boolean }>();
    for await (const keys of this.#files.list(FOLDER))
      for (const key of keys) {
        const [, recording, file] = /^narrations\/([0-9a-f]{32})\.(.+)$/.exec(key) ?? [];
        if (!recording) continue;
        const isLeft = file === LEFT || (found.get(recording)?.isLeft ?? false);
        found.set(recording, { isLeft });
      }
    return found;
  }

  /** Says of a recording that no article says it any more, from now on. */
  async markOutdated(recording: string): Promise<void> {
    const now = new TextEncoder().encode(new Date().toISOString());
    await this.#files.write(keyOf(recording, LEFT), now, 'text/plain');
  }

  /** Since when no article says a recording; `undefined` where that is not said. */
  async findOutdatedSince(recording: string): Promise<Date | undefined> {
    const found = await this.#files.read(keyOf(recording, LEFT));
    const since = new Date(found ? await text(found.body) : Number.NaN);
    return Number.isNaN(since.getTime()) ? undefined : since;
  }

  /** An article says a recording again. */
  unmarkOutdated(recording: string): Promise<void> {
    return this.#files.remove(keyOf(recording, LEFT));
  }

  /**
   * Removes a recording: its times first, as they came last, so that nobody takes what is left of it for whole; and last
   * since when it is left, so that what has been broken off is gone on with.
   */
  async remove(recording: string): Promise<void> {
    for (const file of [...NARRATION_FILES.toReversed(), LEFT] as const)
      await this.#files.remove(keyOf(recording, file));
  }

  /**
   * Writes the files of a recording, or of its preview. Returns the size of its MP3 in bytes. Calls `assertHeld` before each
   * file, and rejects as it does: a worker that another one has replaced writes nothing.
   */
  async write(
    { article, narrator, recording, script }: RecordingSpec,
    extent: Extent,
    sound: EncodedAudio,
    assertHeld: () => Promise<void>,
    cover?: TagContent['cover'],
  ): Promise<number> {
    const { id, title, authorAlias: author } = article;
    const subject = { recording, article: id, narrator };
    const tags = { title, author, narrator: NARRATORS[narrator].name, cover };
    const written = buildNarrationFiles(extent, sound, subject, tags, textIn(script));
    for (const { file, bytes } of written) {
      await assertHeld();
      await this.#files.write(keyOf(recording, file), bytes, getMediaType(file));
    }
    return written[0]!.bytes.length;
  }

  async #hasAll(recording: string, wanted: readonly NarrationFile[]): Promise<boolean> {
    const found = await Promise.all(wanted.map((file) => this.#files.has(keyOf(recording, file))));
    return found.every(Boolean);
  }

  async #measure(recording: string): Promise<Narration | undefined> {
    const times = await this.#timesIn(recording, 'json');
    const sound = times && (await this.read(recording, 'mp3'));
    sound?.body.destroy();
    return times && sound && { recording, seconds: times.seconds, bytes: sound.size };
  }

  async #timesIn(
    recording: string,
    file: 'json' | 'preview.json',
  ): Promise<(Timings & RecordingSubject) | undefined> {
    const found = await this.read(recording, file);
    return found && ((await json(found.body)) as Timings & RecordingSubject);
  }
}

function keyOf(recording: string, file: NarrationFile | typeof LEFT): string {
  return `${FOLDER}/${recording}.${file}`;
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
