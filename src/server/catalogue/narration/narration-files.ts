import type { Narrator } from '#domain/narrators.ts';
import { buildMp3File } from '#speech/encoding/file.ts';
import type { TagContent } from '#speech/encoding/tag.ts';
import type { EncodedAudio } from '#speech/preview.ts';
import { formatWebVtt } from '#speech/web-vtt.ts';

/** What there is of a recording: the sound, and when each sentence of the page is heard. */
const MEDIA_TYPES = {
  mp3: 'audio/mpeg',
  vtt: 'text/vtt',
  // The times last: listeners ask for them first, and then the sound is there.
  json: 'application/json',
} as const;

type Kind = keyof typeof MEDIA_TYPES;

/** What is kept of a narration, and of its beginning, which everybody may hear. */
export const NARRATION_FILES = [
  'preview.mp3',
  'preview.vtt',
  'preview.json',
  'mp3',
  'vtt',
  'json',
] as const satisfies readonly `${'' | 'preview.'}${Kind}`[];

export type NarrationFile = (typeof NARRATION_FILES)[number];

/** What a recording is of, whoever has its name. */
export interface RecordingSubject {
  recording: string;
  /** The article's id. */
  article: string;
  narrator: Narrator;
}

/** The files of a recording, or of its beginning, in the order in which they are to be written. */
export function buildNarrationFiles(
  part: 'preview' | 'whole',
  sound: EncodedAudio,
  subject: RecordingSubject,
  tags: Omit<TagContent, 'chapters'>,
  textOf: (anchor: string, start: number) => string,
): { file: NarrationFile; bytes: Uint8Array }[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  const { frames, samples, timings } = sound;
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

/** Whether a file holds nothing but what everybody may hear. */
export function isPreviewFile(file: NarrationFile): boolean {
  return file.startsWith('preview.');
}

function kindOf(file: NarrationFile): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}
