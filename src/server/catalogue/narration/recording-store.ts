import { text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ByteRange } from '#domain/byte-ranges.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { FileStore, StreamedFile } from '#server/platform/files/store.ts';
import { buildMp3File, type Mp3Metadata } from '#speech/encoding/mp3-file.ts';
import { formatWebVtt } from '#speech/encoding/web-vtt.ts';
import type { EncodedAudio } from '#speech/recording.ts';
import { type ArticleRecordingNames, hasCurrentText, type RecordingSpec } from './preparation.ts';
import {
  findLatestNarration,
  type RecordingDurationAndSize,
  saveLatestNarration,
} from './repository.ts';
import type { NarrationExtent } from './schema.ts';

/**
 * The media types of a recording's files, by file extension. The files of a recording are its audio, as MP3, and two
 * files with the times at which its sentences begin: one with subtitles and one with JSON.
 */
const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  // The JSON file is written last. Players request it first, and then expect the audio to exist.
  json: 'application/json',
} as const;

type FileExtension = keyof typeof MEDIA_TYPES;

/**
 * The file names of a recording and of its free preview, without the prefix. The prefix is the name of the recording.
 */
export const NARRATION_FILE_NAMES = [
  'preview.mp3',
  'preview.vtt',
  'preview.json',
  'mp3',
  'vtt',
  'json',
] as const satisfies readonly `${'' | 'preview.'}${FileExtension}`[];

export type NarrationFileName = (typeof NARRATION_FILE_NAMES)[number];

export function getNarrationMediaType(file: RecordingFileName): string {
  return MEDIA_TYPES[getExtension(file)];
}

/**
 * The two kinds of files that hold the first part of an unfinished recording. Listeners play such a part while the rest
 * is being recorded. An `opening` is shorter than the free preview, and a `beginning` is longer.
 */
const BEGINNING_KINDS = ['beginning', 'opening'] as const;
type BeginningKind = (typeof BEGINNING_KINDS)[number];

/**
 * The file name of the first part of an unfinished recording: its kind and the number of its sentences. A longer part
 * is stored in a new file, so the content of a file never changes.
 */
export type BeginningFileName = `${BeginningKind}-${number}.mp3`;

/** Returns true if `file` is a {@link BeginningFileName}. */
export function isBeginningFileName(file: string): file is BeginningFileName {
  return /^(opening|beginning)-[1-9]\d{0,3}\.mp3$/.test(file);
}

/** The name of a file that a client can request from a complete or unfinished recording. */
export type RecordingFileName = NarrationFileName | BeginningFileName;

/** Returns true if the file contains no more than the free preview. */
export function isPreviewFile(file: RecordingFileName): boolean {
  return file.startsWith('preview.') || file.startsWith('opening-');
}

/** The longest stored first part of an unfinished recording, with its sentence timings. */
export interface RecordedBeginning extends RecordingTimings, RecordingIdentity {
  /** The name of the audio file. */
  file: BeginningFileName | 'preview.mp3';
}

/** The article and the narrator of a recording. They are stored in the JSON file with the timings. */
export interface RecordingIdentity {
  recording: string;
  article: string;
  narrator: NarratorId;
}

/**
 * The file names of the whole recording's audio and of its preview's audio, without the prefix. The prefix is the name
 * of the recording.
 */
const AUDIO_FILES = { whole: 'mp3', preview: 'preview.mp3' } as const;
/** A range of one byte. Reading this range is enough to get the size of a file. */
const FIRST_BYTE: ByteRange = { from: 0, to: 0 };

/** The file store's folder for recordings. */
const FOLDER = 'narrations';
/**
 * Name of the file that marks a recording as outdated. The file contains the time at which the recording became
 * outdated or was last played.
 */
const OUTDATED_MARK = 'left';
/**
 * Minimum number of milliseconds between two updates of the file that marks a recording as outdated. This file is
 * updated when readers play the recording. The time in the file need not be exact, because recordings are removed only
 * after several days.
 */
const TOUCH_INTERVAL = 60 * 60 * 1000;
/**
 * Maximum number of outdated recordings that this process remembers after it has updated the time in their mark files.
 */
const MAX_TOUCHED = 1000;

/**
 * The name of a JSON file with the sentence timings of the longest stored first part of an unfinished recording. There
 * is one such file for each {@link BeginningKind}. It is replaced when a longer part is stored.
 */
type BeginningPointer = `${BeginningKind}.json`;

/** The files of a recording that exist in the file store. */
export interface StoredRecordingFiles {
  isOutdated: boolean;
  isComplete: boolean;
  /** The names of the audio files that were stored while the recording was unfinished. */
  beginnings: readonly BeginningFileName[];
}

const NOTHING_STORED: StoredRecordingFiles = {
  isOutdated: false,
  isComplete: false,
  beginnings: [],
};

/**
 * Stores the files of recordings in the file store. Also stores in the database which recording of an article is each
 * narrator's latest.
 */
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
   * same errors as {@link FileStore}.
   */
  read(
    recording: string,
    file: RecordingFileName,
    range?: ByteRange,
  ): Promise<StreamedFile | undefined> {
    return this.#files.read(buildKey(recording, file), range);
  }

  /**
   * Writes all files of a recording, or of its preview. Returns the size of the MP3 file in bytes. Calls `assertHeld`
   * before it writes each file, and rejects with its error. A worker that has lost its claim therefore writes nothing.
   */
  async write(
    spec: RecordingSpec,
    extent: NarrationExtent,
    audio: EncodedAudio,
    assertHeld: () => Promise<void>,
    cover?: Mp3Metadata['cover'],
  ): Promise<number> {
    const narrationFiles = buildNarrationFiles(extent, spec, audio, cover);
    for (const { file, bytes } of narrationFiles) {
      await assertHeld();
      await this.#files.write(buildKey(spec.recording, file), bytes, getNarrationMediaType(file));
    }
    return narrationFiles[0]!.bytes.length;
  }

  /**
   * Writes the first part of an unfinished recording, and returns the name of its audio file. The part must be longer
   * than the earlier parts of the same kind. Calls `assertHeld` before it writes each file, like {@link write}.
   */
  async writeBeginning(
    spec: RecordingSpec,
    kind: BeginningKind,
    { frames, samples, timings }: EncodedAudio,
    assertHeld: () => Promise<void>,
  ): Promise<BeginningFileName> {
    const { article, narrator, recording } = spec;
    const file: BeginningFileName = `${kind}-${timings.sentences.length}.mp3`;
    const { chapters } = timings;
    const mp3 = buildMp3File(frames, samples, { ...buildTags(spec), chapters });
    await assertHeld();
    await this.#files.write(buildKey(recording, file), mp3, MEDIA_TYPES.mp3);
    const beginning = { recording, article: article.id, narrator, file, ...timings };
    await assertHeld();
    await this.#files.write(
      buildKey(recording, `${kind}.json`),
      new TextEncoder().encode(JSON.stringify(beginning)),
      MEDIA_TYPES.json,
    );
    return file;
  }

  /**
   * Finds the longest part of an unfinished recording that can already be played from its start. If `extent` is
   * `preview`, the part is not longer than the preview. Returns undefined if no part can be played yet.
   */
  async findBeginning(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordedBeginning | undefined> {
    const find = (file: BeginningPointer) =>
      this.#readTimings(recording, file) as Promise<RecordedBeginning | undefined>;
    const longest = extent === 'whole' ? await find('beginning.json') : undefined;
    if (longest) return longest;
    const preview = await this.#readTimings(recording, 'preview.json');
    return preview ? { ...preview, file: 'preview.mp3' } : find('opening.json');
  }

  /**
   * Removes the files that were stored to play a recording while it was unfinished. `files` are the names of the audio
   * files.
   */
  async removeBeginnings(recording: string, files: readonly BeginningFileName[]): Promise<void> {
    const pointers = BEGINNING_KINDS.map((kind): BeginningPointer => `${kind}.json`);
    for (const file of [...pointers, ...files]) await this.#files.remove(buildKey(recording, file));
  }

  /**
   * Finds the narration of an article's current text. If the text is an earlier one that an editor has restored, stores
   * its recording as the latest narration again.
   */
  async find(spec: RecordingSpec): Promise<RecordingDurationAndSize | undefined> {
    const { article, narrator, recording } = spec;
    if (!(await this.isComplete(recording))) return undefined;
    const latest = await findLatestNarration(this.#queries, article.id, narrator);
    // Rows from older versions of Octavo lack the hash of the script. The code below adds it.
    if (latest?.recording === recording && latest.scriptHash !== null) {
      const { seconds, bytes } = latest;
      return { recording, seconds, bytes };
    }
    const narration = await this.readDurationAndSize(recording, 'whole');
    if (!narration) return undefined;
    await saveLatestNarration(this.#queries, spec, narration);
    // If the file that marks the recording as outdated cannot be deleted now, the nightly removal deletes it.
    await this.unmarkOutdated(recording).catch(() => {});
    return narration;
  }

  /**
   * Returns the name of a complete recording of an article's current text that was made with earlier voices, or
   * undefined if there is none.
   */
  async findByFormerVoices(
    articleId: string,
    narrator: NarratorId,
    names: ArticleRecordingNames,
  ): Promise<string | undefined> {
    const latest = await findLatestNarration(this.#queries, articleId, narrator);
    if (!latest || latest.recording === names.inUse[narrator]) return undefined;
    if (!hasCurrentText(latest, narrator, names)) return undefined;
    return (await this.isComplete(latest.recording)) ? latest.recording : undefined;
  }

  /** Returns true if the file store has the audio and the timings of the whole recording. */
  isComplete(recording: string): Promise<boolean> {
    return this.#hasAll(recording, ['json', 'mp3']);
  }

  hasPreview({ recording }: RecordingSpec): Promise<boolean> {
    return this.#hasAll(recording, ['preview.json', 'preview.mp3']);
  }

  /**
   * Returns true if the recording exists and belongs to this article and narrator, regardless of the version of the
   * text. In this case, also postpones the removal of the recording.
   */
  async postponeRemovalOfRecording(
    recording: string,
    articleId: string,
    narrator: NarratorId,
  ): Promise<boolean> {
    const subject = await this.findSubject(recording);
    if (subject?.article !== articleId || subject.narrator !== narrator) return false;
    if (!this.#touched.has(recording)) {
      this.#touched.set(recording, true);
      // If the file that marks the recording as outdated cannot be written, for example because the disk is full, the
      // recording can still be played.
      await this.markOutdated(recording).catch(() => {});
    }
    return true;
  }

  /**
   * Returns the article and the narrator of a recording. Returns undefined if the file store has no timings for the
   * recording.
   */
  async findSubject(recording: string): Promise<RecordingIdentity | undefined> {
    return (
      (await this.#readTimings(recording, 'preview.json')) ??
      (await this.#readTimings(recording, 'json')) ??
      this.#readTimings(recording, 'opening.json')
    );
  }

  /**
   * Returns the duration and size of a recording, or of its preview. Returns undefined if any of the required files is
   * missing.
   */
  async readDurationAndSize(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordingDurationAndSize | undefined> {
    const timings = await this.readTimings(recording, extent);
    const audio = timings && (await this.read(recording, AUDIO_FILES[extent], FIRST_BYTE));
    audio?.body.destroy();
    return timings && audio && { recording, seconds: timings.seconds, bytes: audio.size };
  }

  /**
   * Returns the sentence timings of a recording, or of its preview. Returns undefined if the file store does not have
   * them.
   */
  readTimings(recording: string, extent: NarrationExtent): Promise<RecordingTimings | undefined> {
    return this.#readTimings(recording, extent === 'whole' ? 'json' : 'preview.json');
  }

  /** Lists all recordings in the file store, including incomplete ones, in a map keyed by the name of the recording. */
  async list(): Promise<Map<string, StoredRecordingFiles>> {
    const recordings = new Map<string, StoredRecordingFiles>();
    for await (const keys of this.#files.list(FOLDER))
      for (const key of keys) {
        const [, recording, file] = /^narrations\/([0-9a-f]{32})\.(.+)$/.exec(key) ?? [];
        if (!recording || !file) continue;
        const entry = recordings.get(recording) ?? NOTHING_STORED;
        recordings.set(recording, {
          isOutdated: entry.isOutdated || file === OUTDATED_MARK,
          isComplete: entry.isComplete || file === 'json',
          beginnings: isBeginningFileName(file) ? [...entry.beginnings, file] : entry.beginnings,
        });
      }
    return recordings;
  }

  /** Marks a recording as outdated, with the current time. */
  async markOutdated(recording: string): Promise<void> {
    const now = new TextEncoder().encode(new Date().toISOString());
    await this.#files.write(buildKey(recording, OUTDATED_MARK), now, 'text/plain');
  }

  /**
   * Returns the time at which an outdated recording became outdated or was last played. Returns undefined if the
   * recording is not marked as outdated.
   */
  async findOutdatedSince(recording: string): Promise<Date | undefined> {
    const mark = await this.#files.read(buildKey(recording, OUTDATED_MARK));
    const since = new Date(mark ? await text(mark.body) : Number.NaN);
    return Number.isNaN(since.getTime()) ? undefined : since;
  }

  /**
   * Deletes the file that marks a recording as outdated, because the recording belongs to the current text of an
   * article again.
   */
  unmarkOutdated(recording: string): Promise<void> {
    return this.#files.remove(buildKey(recording, OUTDATED_MARK));
  }

  /**
   * Removes a recording's files in the reverse of the order in which they are written. Removes the timings first, so
   * that the remaining files do not count as a complete recording. Removes the mark file last, so that the nightly
   * removal continues after an interruption.
   */
  async remove(recording: string, beginnings: readonly BeginningFileName[] = []): Promise<void> {
    if (beginnings.length) await this.removeBeginnings(recording, beginnings);
    for (const file of [...NARRATION_FILE_NAMES.toReversed(), OUTDATED_MARK] as const)
      await this.#files.remove(buildKey(recording, file));
  }

  async #hasAll(recording: string, fileNames: readonly NarrationFileName[]): Promise<boolean> {
    const arePresent = await Promise.all(
      fileNames.map((file) => this.#files.has(buildKey(recording, file))),
    );
    return arePresent.every(Boolean);
  }

  /** Returns the timings that a JSON file contains, or undefined if the file is missing or damaged. */
  async #readTimings(
    recording: string,
    file: 'json' | 'preview.json' | BeginningPointer,
  ): Promise<(RecordingTimings & RecordingIdentity) | undefined> {
    const openFile = await this.#files.read(buildKey(recording, file));
    if (!openFile) return undefined;
    const content = await text(openFile.body);
    try {
      return JSON.parse(content) as RecordingTimings & RecordingIdentity;
    } catch {
      return undefined;
    }
  }
}

/** Returns the files of a recording, or of its preview, in the order in which they must be written. */
function buildNarrationFiles(
  extent: NarrationExtent,
  spec: RecordingSpec,
  { frames, samples, timings }: EncodedAudio,
  cover: Mp3Metadata['cover'],
): { file: NarrationFileName; bytes: Uint8Array }[] {
  const { article, narrator, recording, script } = spec;
  const subject: RecordingIdentity = { recording, article: article.id, narrator };
  const tags = { ...buildTags(spec), cover };
  const encode = (text: string) => new TextEncoder().encode(text);
  const encoders: Readonly<Record<FileExtension, () => Uint8Array>> = {
    mp3: () => buildMp3File(frames, samples, { ...tags, chapters: timings.chapters }),
    vtt: () => encode(formatWebVtt(timings, script)),
    json: () => encode(JSON.stringify({ ...subject, ...timings })),
  };
  return NARRATION_FILE_NAMES.filter((file) => isPreviewFile(file) === (extent === 'preview')).map(
    (file) => ({ file, bytes: encoders[getExtension(file)]() }),
  );
}

function buildTags({ article, narrator }: RecordingSpec): Omit<Mp3Metadata, 'chapters'> {
  const { title, authorAlias: author } = article;
  return { title, author, narrator: NARRATORS_BY_ID[narrator].name };
}

function getExtension(file: RecordingFileName): FileExtension {
  return file.slice(file.indexOf('.') + 1) as FileExtension;
}

function buildKey(
  recording: string,
  file: RecordingFileName | BeginningPointer | typeof OUTDATED_MARK,
): string {
  return `${FOLDER}/${recording}.${file}`;
}
