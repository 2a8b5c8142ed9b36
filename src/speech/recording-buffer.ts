import type { ChapterTiming, SentenceTiming, Timings } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { cutPreview, type EncodedAudio, PREVIEW_SECONDS } from './preview.ts';
import type { RecordedPart, RecordingLength } from './recording.ts';

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
