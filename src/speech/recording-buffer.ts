import type { ChapterTiming, SentenceTiming, Timings } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { ENCODER_DELAY, readFrameHeader } from './encoding/mp3.ts';
import type { RecordedPart, RecordingLength } from './recording.ts';

/** The maximum length of the free preview, in seconds. */
export const PREVIEW_SECONDS = 30;
/**
 * The minimum length, in seconds, of a preview that ends with a sentence. If its last sentence ends earlier, the preview is
 * cut within the next one.
 */
const SHORTEST = 18;
/** The time, in seconds, that a preview continues after its last sentence, so that the last sound is not cut. */
const BREATH = 0.2;

/** Encoded audio: MP3 frames, the number of samples in them, and the timings of its sentences and chapters. */
export interface EncodedAudio {
  frames: Uint8Array;
  samples: number;
  timings: Timings;
}

/** Collects the MP3 frames and the sentences' timings of a recording while it is made. */
export class RecordingBuffer {
  readonly #frames: Uint8Array[] = [];
  readonly #sentences: SentenceTiming[] = [];
  readonly #chapters: ChapterTiming[] = [];

  add({ frames, sentence, chapter }: RecordedPart): void {
    this.#frames.push(frames);
    if (!sentence) return;
    const { from, to } = sentence;
    this.#sentences.push(sentence);
    if (chapter !== undefined) this.#chapters.push({ title: chapter, from, to });
    else this.#chapters.at(-1)!.to = to;
  }

  /** True once the preview is complete, so that further parts do not change it. */
  get hasPreview(): boolean {
    const last = this.#sentences.at(-1);
    return last !== undefined && last.from >= PREVIEW_SECONDS;
  }

  toPreview(): EncodedAudio {
    return cutPreview(concatBytes(this.#frames), this.#timings(this.#sentences.at(-1)?.to ?? 0));
  }

  /** Returns the whole recording. Call it after the last part is added. */
  toAudio({ samples, sampleRate }: RecordingLength): EncodedAudio {
    return {
      frames: concatBytes(this.#frames),
      samples,
      timings: this.#timings(samples / sampleRate),
    };
  }

  #timings(seconds: number): Timings {
    return { seconds, chapters: this.#chapters, sentences: this.#sentences };
  }
}

/**
 * Cuts the preview from the beginning of a recording.
 *
 * @param whole the timings of the whole recording, or of at least its first {@link PREVIEW_SECONDS} seconds
 */
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
  return { frames: takeFrames(frames, samples), samples, timings };
}

/** Returns the frames that contain the encoder's delay and the first `samples` samples. */
function takeFrames(frames: Uint8Array, samples: number): Uint8Array {
  let held = -ENCODER_DELAY;
  let at = 0;
  while (held < samples && at < frames.length) {
    const head = readFrameHeader(frames.subarray(at));
    held += head.samples;
    at += head.size;
  }
  return frames.subarray(0, at);
}
