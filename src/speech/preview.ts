import type { Timings } from '#domain/timings.ts';
import { ENCODER_DELAY, frameHeadOf } from './encoding/mp3.ts';

/** Seconds of a narration that everybody may hear. */
export const PREVIEW = 30;
/** A preview ends with a sentence, unless the last one to end within it does so before that. */
const SHORTEST = 18;
/** Seconds after the sentence: its last sound is not cut. */
const BREATH = 0.2;

/** A recording, or a part of it: MP3 frames, the samples they stand for, and what is heard in them. */
export interface Sound {
  frames: Uint8Array;
  samples: number;
  timings: Timings;
}

/** The beginning of a recording; `whole` is all of it, or what there is so far and is no shorter than {@link PREVIEW}. */
export function previewOf(frames: Uint8Array, whole: Timings): Sound {
  const { sampleRate } = frameHeadOf(frames);
  const limit = Math.min(PREVIEW, whole.seconds);
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
    const head = frameHeadOf(frames.subarray(at));
    held += head.samples;
    at += head.size;
  }
  return frames.subarray(0, at);
}
