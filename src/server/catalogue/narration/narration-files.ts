import type { Narrator } from '#domain/narrators.ts';
import { buildMp3File } from '#speech/encoding/file.ts';
import type { TagContent } from '#speech/encoding/tag.ts';
import type { EncodedAudio } from '#speech/preview.ts';
import { formatWebVtt } from '#speech/web-vtt.ts';

/**
 * Media types of a recording's files, by file extension. A recording has an MP3 file, and the timings of its sentences
 * as subtitles and as JSON.
 */
const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  // The JSON file is written last. Players request it first, and expect that the audio exists by then.
  json: 'application/json',
} as const;

type Kind = keyof typeof MEDIA_TYPES;

/** File names of a recording and of its free preview. */
export const NARRATION_FILES = [
  'preview.mp3',
  'preview.vtt',
  'preview.json',
  'mp3',
  'vtt',
  'json',
] as const satisfies readonly `${'' | 'preview.'}${Kind}`[];

export type NarrationFile = (typeof NARRATION_FILES)[number];

/** The article and the narrator of a recording. The JSON file with the timings contains them. */
export interface RecordingSubject {
  recording: string;
  article: string;
  narrator: Narrator;
}

/** Returns the files of a recording or of its preview. The caller must write them in the returned order. */
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

/** Returns true if the file belongs to the free preview. */
export function isPreviewFile(file: NarrationFile): boolean {
  return file.startsWith('preview.');
}

function kindOf(file: NarrationFile): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}
