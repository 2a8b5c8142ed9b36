import { mp3File } from './encoding/file.ts';
import type { TagContent } from './encoding/tag.ts';
import type { Timings } from './preview.ts';
import { webVttOf } from './web-vtt.ts';

/** What there is of a recording: the sound, and when each sentence of the page is heard. */
const MEDIA_TYPES = {
  json: 'application/json',
  vtt: 'text/vtt',
  // The sound last: where it is, all is.
  mp3: 'audio/mpeg',
} as const;

type Kind = keyof typeof MEDIA_TYPES;

/** What is kept of a narration, and of its beginning, which everybody may hear. */
export const NARRATION_FILES = [
  'preview.json',
  'preview.vtt',
  'preview.mp3',
  'json',
  'vtt',
  'mp3',
] as const satisfies readonly `${'' | 'preview.'}${Kind}`[];

export type NarrationFile = (typeof NARRATION_FILES)[number];

/** A recording, or a part of it: MP3 frames, the samples they stand for, and what is heard in them. */
export interface Sound {
  frames: Uint8Array;
  samples: number;
  timings: Timings;
}

/** All files of a narration, in the order in which they are to be written. */
export function filesOf(
  sounds: { whole: Sound; preview: Sound },
  content: Omit<TagContent, 'chapters'>,
  textOf: (anchor: string, start: number) => string,
): { file: NarrationFile; bytes: Uint8Array }[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  const write: Readonly<Record<Kind, (sound: Sound) => Uint8Array>> = {
    json: ({ timings }) => encode(JSON.stringify(timings)),
    vtt: ({ timings }) => encode(webVttOf(timings, textOf)),
    mp3: ({ frames, samples, timings: { chapters } }) =>
      mp3File(frames, samples, { ...content, chapters }),
  };
  return NARRATION_FILES.map((file) => ({
    file,
    bytes: write[kindOf(file)](isOfPreview(file) ? sounds.preview : sounds.whole),
  }));
}

export function mediaTypeOf(file: NarrationFile): string {
  return MEDIA_TYPES[kindOf(file)];
}

/** Whether a file holds nothing but what everybody may hear. */
export function isOfPreview(file: NarrationFile): boolean {
  return file.startsWith('preview.');
}

function kindOf(file: NarrationFile): Kind {
  return file.slice(file.indexOf('.') + 1) as Kind;
}
