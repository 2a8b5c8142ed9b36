import type { Timings } from '#domain/timings.ts';
import { ENCODER_DELAY, readFrameHeader } from './encoding/mp3.ts';

/** Seconds of a narration that everybody may hear. */
export const PREVIEW_SECONDS = 30;
/** A preview ends with a sentence, unless the last one to end within it does so before that. */
const SHORTEST = 18;
/** Seconds after the sentence: its last sound is not cut. */
const BREATH = 0.2;

/** A recording, or a part of it: MP3 frames, the samples they stand for, and what is heard in them. */
export interface EncodedAudio {
  frames: Uint8Array;
  samples: number;
  timings: Timings;
}

/** The beginning of a recording; `whole` is all of it, or what there is so far and is no shorter than {@link PREVIEW_SECONDS}. */
export function cutPreview(frames: Uint8Array, whole: Timings): EncodedAudio {
  const { sampleRate } = readFrameHeader(frames);
  const limit = Math.min(PREVIEW_SECONDS, whole.seconds);
  const end = whole.sentences.findLast(({ to }) => to + BREATH <= limit);
  const seconds = end && end.to >= SHORTEST ? end.to + BREATH : limit;
  const samples = Math.round(seconds * sampleRate);
  const isWithin = ({ from }: { from: number }) => from < seconds;
  const cut = <Part extends { from: number; to: number }>(parts: readonly Part[]) =>
    parts.filter(isWithin).map((part) => ({ ...part, to: Math.min(part.to, seconds) }));
  const timings: Timings = {
    seconds,
    chapters: cut(whole.chapters),
    sentences: cut(whole.sentences),
  };
  return { frames: framesOf(frames, samples), samples, timings };
}

/** As many frames as hold those samples, with what the encoder puts before them. */
function framesOf(frames: Uint8Array, samples: number): Uint8Array {
  let held = -ENCODER_DELAY;
  let at = 0;
  while (held < samples && at < frames.length) {
    const head = readFrameHeader(frames.subarray(at));
    held += head.samples;
    at += head.size;
  }
  return frames.subarray(0, at);
}
