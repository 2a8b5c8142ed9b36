import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { buildMp3File, type Mp3Metadata } from '#speech/encoding/mp3-file.ts';
import { formatWebVtt } from '#speech/encoding/web-vtt.ts';
import type { EncodedAudio } from '#speech/recording.ts';
import type { RecordingSpec } from './preparation.ts';
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

/** The article and the narrator of a recording. The JSON file with the timings contains them. */
export interface RecordingIdentity {
  recording: string;
  article: string;
  narrator: Narrator;
}

/** Returns the files of a recording or of its preview. The caller must write them in the returned order. */
export function buildNarrationFiles(
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

export function getNarrationMediaType(file: NarrationFileName): string {
  return MEDIA_TYPES[kindOf(file)];
}

/** Returns true if the file belongs to the free preview. */
export function isPreviewFile(file: NarrationFileName): boolean {
  return file.startsWith('preview.');
}

function kindOf(file: NarrationFileName): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}
