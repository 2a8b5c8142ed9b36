import { text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Timings } from '#domain/timings.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import { buildMp3File, type Mp3Metadata } from '#speech/encoding/mp3-file.ts';
import { formatWebVtt } from '#speech/encoding/web-vtt.ts';
import type { EncodedAudio } from '#speech/recording.ts';
import type { RecordingSpec } from './preparation.ts';
import { findLatestNarration, type Narration, saveLatestNarration } from './repository.ts';
import type { NarrationExtent } from './schema.ts';

/**
 * Media types of a recording's files, by file extension. A recording consists of an MP3 file and its sentence timings,
 * both as subtitles and as JSON.
 */
const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  // The JSON file is written last: players request it first and expect that the audio exists.
  json: 'application/json',
} as const;

type Kind = keyof typeof MEDIA_TYPES;

/** File names of a recording and of its free preview. */
export const NARRATION_FILE_NAMES = [
  'preview.mp3',
  'preview.vtt',
  'preview.json',
  'mp3',
  'vtt',
  'json',
] as const satisfies readonly `${'' | 'preview.'}${Kind}`[];

export type NarrationFileName = (typeof NARRATION_FILE_NAMES)[number];

export function getNarrationMediaType(file: NarrationFileName): string {
  return MEDIA_TYPES[kindOf(file)];
}

/** Returns true if the file belongs to the free preview. */
export function isPreviewFile(file: NarrationFileName): boolean {
  return file.startsWith('preview.');
}

/** The article and the narrator of a recording. The JSON file with the timings contains them. */
export interface RecordingIdentity {
  recording: string;
  article: string;
  narrator: Narrator;
}

/** Folder of the file store that contains the recordings. */
const FOLDER = 'narrations';
/**
 * Name of the file that marks a recording as outdated. The file contains the time at which the recording became
 * outdated or was last played.
 */
const OUTDATED_MARK = 'left';
/**
 * Minimum number of milliseconds between two updates of the mark file of an outdated recording that readers listen to.
 * An inexact time is sufficient, since recordings are only removed after several days.
 */
const TOUCH_INTERVAL = 60 * 60 * 1000;
/** Maximum number of outdated recordings for which a recent update of the mark file is remembered. */
const MAX_TOUCHED = 1000;

/** Stores the files of recordings, and keeps track of the latest recording of each article by each narrator. */
export class RecordingStore {
  readonly #queries: Queries;
  readonly #files: FileStore;
  readonly #touched = new LRUCache<string, true>({ max: MAX_TOUCHED, ttl: TOUCH_INTERVAL });

  constructor(queries: Queries, files: FileStore) {
    this.#queries = queries;
    this.#files = files;
  }

  /**
   * Reads a file of a recording, or a byte range of the file. Returns undefined if the file does not exist. Throws the
   * errors of {@link FileStore}.
   */
  read(
    recording: string,
    file: NarrationFileName,
    range?: ByteRange,
  ): Promise<OpenFile | undefined> {
    return this.#files.read(buildKey(recording, file), range);
  }

  /**
   * Writes the files of a recording or of its preview. Returns the size of the MP3 file in bytes. Calls `assertHeld`
   * before each file and rejects with its error, so that a worker without a valid claim writes nothing.
   */
  async write(
    spec: RecordingSpec,
    extent: NarrationExtent,
    audio: EncodedAudio,
    assertHeld: () => Promise<void>,
    cover?: Mp3Metadata['cover'],
  ): Promise<number> {
    const written = buildNarrationFiles(extent, spec, audio, cover);
    for (const { file, bytes } of written) {
      await assertHeld();
      await this.#files.write(buildKey(spec.recording, file), bytes, getNarrationMediaType(file));
    }
    return written[0]!.bytes.length;
  }

  /**
   * Finds the narration of an article's current text. If an editor has restored an earlier text, the recording of that
   * text becomes the latest narration again.
   */
  async find({ article, narrator, recording }: RecordingSpec): Promise<Narration | undefined> {
    if (!(await this.#hasAll(recording, ['json', 'mp3']))) return undefined;
    const known = await findLatestNarration(this.#queries, article.id, narrator);
    if (known?.recording === recording) return known;
    const stored = await this.#measure(recording);
    if (!stored) return undefined;
    await saveLatestNarration(this.#queries, article.id, narrator, stored);
    // If the mark of an outdated recording cannot be deleted now, the nightly removal deletes it.
    await this.unmarkOutdated(recording).catch(() => {});
    return stored;
  }

  hasPreview({ recording }: RecordingSpec): Promise<boolean> {
    return this.#hasAll(recording, ['preview.json', 'preview.mp3']);
  }

  /**
   * Returns true if the recording exists and belongs to any version of this article by this narrator. Also postpones
   * the removal of the recording.
   */
  async touchEarlierRecording(
    recording: string,
    articleId: string,
    narrator: Narrator,
  ): Promise<boolean> {
    const subject = await this.findSubject(recording);
    if (subject?.article !== articleId || subject.narrator !== narrator) return false;
    if (!this.#touched.has(recording)) {
      this.#touched.set(recording, true);
      // The recording can be played even if its mark cannot be written, for example because the disk is full.
      await this.markOutdated(recording).catch(() => {});
    }
    return true;
  }

  /**
   * Returns the article and the narrator of a recording, or undefined if the file store has no timings of the
   * recording.
   */
  async findSubject(recording: string): Promise<RecordingIdentity | undefined> {
    return (
      (await this.#readTimings(recording, 'preview.json')) ?? this.#readTimings(recording, 'json')
    );
  }

  /** Lists all recordings, complete or not. `isOutdated` is true for recordings that are marked as outdated. */
  async list(): Promise<Map<string, { isOutdated: boolean }>> {
    const found = new Map<string, { isOutdated: boolean }>();
    for await (const keys of this.#files.list(FOLDER))
      for (const key of keys) {
        const [, recording, file] = /^narrations\/([0-9a-f]{32})\.(.+)$/.exec(key) ?? [];
        if (!recording) continue;
        const isOutdated = file === OUTDATED_MARK || (found.get(recording)?.isOutdated ?? false);
        found.set(recording, { isOutdated });
      }
    return found;
  }

  /** Marks a recording as outdated as of now. */
  async markOutdated(recording: string): Promise<void> {
    const now = new TextEncoder().encode(new Date().toISOString());
    await this.#files.write(buildKey(recording, OUTDATED_MARK), now, 'text/plain');
  }

  /**
   * Returns the time at which a recording became outdated or was last played, or undefined if it is not marked as
   * outdated.
   */
  async findOutdatedSince(recording: string): Promise<Date | undefined> {
    const found = await this.#files.read(buildKey(recording, OUTDATED_MARK));
    const since = new Date(found ? await text(found.body) : Number.NaN);
    return Number.isNaN(since.getTime()) ? undefined : since;
  }

  /** Deletes the mark of a recording that an article uses again. */
  unmarkOutdated(recording: string): Promise<void> {
    return this.#files.remove(buildKey(recording, OUTDATED_MARK));
  }

  /**
   * Removes the files of a recording in reverse order of writing. The timings are removed first, so that the remaining
   * files do not count as a complete recording. The mark is removed last, so that the nightly removal continues after
   * an interruption.
   */
  async remove(recording: string): Promise<void> {
    for (const file of [...NARRATION_FILE_NAMES.toReversed(), OUTDATED_MARK] as const)
      await this.#files.remove(buildKey(recording, file));
  }

  async #hasAll(recording: string, wanted: readonly NarrationFileName[]): Promise<boolean> {
    const found = await Promise.all(
      wanted.map((file) => this.#files.has(buildKey(recording, file))),
    );
    return found.every(Boolean);
  }

  async #measure(recording: string): Promise<Narration | undefined> {
    const timings = await this.#readTimings(recording, 'json');
    const audio = timings && (await this.read(recording, 'mp3'));
    audio?.body.destroy();
    return timings && audio && { recording, seconds: timings.seconds, bytes: audio.size };
  }

  /** Returns the timings in a file, or undefined if the file is missing or damaged. */
  async #readTimings(
    recording: string,
    file: 'json' | 'preview.json',
  ): Promise<(Timings & RecordingIdentity) | undefined> {
    const found = await this.read(recording, file);
    if (!found) return undefined;
    const content = await text(found.body);
    try {
      return JSON.parse(content) as Timings & RecordingIdentity;
    } catch {
      return undefined;
    }
  }
}

/** Returns the files of a recording or of its preview. They must be written in the returned order. */
function buildNarrationFiles(
  part: NarrationExtent,
  { article, narrator, recording, script }: RecordingSpec,
  { frames, samples, timings }: EncodedAudio,
  cover: Mp3Metadata['cover'],
): { file: NarrationFileName; bytes: Uint8Array }[] {
  const { id, title, authorAlias: author } = article;
  const subject: RecordingIdentity = { recording, article: id, narrator };
  const tags = { title, author, narrator: NARRATORS[narrator].name, cover };
  const encode = (text: string) => new TextEncoder().encode(text);
  const write: Readonly<Record<Kind, () => Uint8Array>> = {
    mp3: () => buildMp3File(frames, samples, { ...tags, chapters: timings.chapters }),
    vtt: () => encode(formatWebVtt(timings, script)),
    json: () => encode(JSON.stringify({ ...subject, ...timings })),
  };
  return NARRATION_FILE_NAMES.filter((file) => isPreviewFile(file) === (part === 'preview')).map(
    (file) => ({ file, bytes: write[kindOf(file)]() }),
  );
}

function kindOf(file: NarrationFileName): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}

function buildKey(recording: string, file: NarrationFileName | typeof OUTDATED_MARK): string {
  return `${FOLDER}/${recording}.${file}`;
}
