import type { Narrator } from '#domain/narrators.ts';
import { buildMp3File } from '#speech/encoding/file.ts';
import type { TagContent } from '#speech/encoding/tag.ts';
import type { EncodedAudio } from '#speech/preview.ts';
import { formatWebVtt } from '#speech/web-vtt.ts';

/** The kinds of files of a recording: the audio, and the timings of its sentences as subtitles and as data. */
const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  // Written last: players ask for the timings first, and then the audio exists.
  json: 'application/json',
} as const;

type Kind = keyof typeof MEDIA_TYPES;

/** The files of a recording and of its free preview. */
export const NARRATION_FILES = [
  'preview.mp3',
  'preview.vtt',
  'preview.json',
  'mp3',
  'vtt',
  'json',
] as const satisfies readonly `${'' | 'preview.'}${Kind}`[];

export type NarrationFile = (typeof NARRATION_FILES)[number];

/** The article and narrator that a recording belongs to, stored in its timings. */
export interface RecordingSubject {
  recording: string;
  /** The article's id. */
  article: string;
  narrator: Narrator;
}

/** Builds the files of a recording, or of its preview, in the order in which they have to be written. */
export function buildNarrationFiles(
  part: 'preview' | 'whole',
  audio: EncodedAudio,
  subject: RecordingSubject,
  tags: Omit<TagContent, 'chapters'>,
  textOf: (anchor: string, start: number) => string,
): { file: NarrationFile; bytes: Uint8Array }[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  const { frames, samples, timings } = audio;
  const write: Readonly<Record<Kind, () => Uint8Array>> = {
    mp3: () => buildMp3File(frames, samples, { ...tags, chapters: timings.chapters }),
    vtt: () => encode(formatWebVtt(timings, textOf)),
    json: () => encode(JSON.stringify({ ...subject, ...timings })),
  };
  return NARRATION_FILES.filter((file) => isPreviewFile(file) === (part === 'preview')).map(
    (file) => ({ file, bytes: write[kindOf(file)]() }),
  );
}

export function getMediaType(file: NarrationFile): string {
  return MEDIA_TYPES[kindOf(file)];
}

/** Returns true for the files of the free preview. */
export function isPreviewFile(file: NarrationFile): boolean {
  return file.startsWith('preview.');
}

function kindOf(file: NarrationFile): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}
