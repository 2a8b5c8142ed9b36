import type { ChapterTiming, SentenceTiming, Timings } from '#domain/timings.ts';
import { joined } from './encoding/bytes.ts';
import { PREVIEW, previewOf, type Sound } from './preview.ts';
import type { RecordedPart, Recording } from './recording.ts';

/** A recording that is being made: what has been spoken so far, and when each sentence of it is heard. */
export class Take {
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

  /** Whether its beginning is there: what is spoken from here on changes nothing about it. */
  get hasPreview(): boolean {
    const last = this.#sentences.at(-1);
    return last !== undefined && last.from >= PREVIEW;
  }

  /** Its beginning, which everybody may hear. */
  preview(): Sound {
    return previewOf(joined(this.#frames), this.#timings(this.#sentences.at(-1)?.to ?? 0));
  }

  /** All of it, once it is whole. */
  whole({ samples, sampleRate }: Recording): Sound {
    return {
      frames: joined(this.#frames),
      samples,
      timings: this.#timings(samples / sampleRate),
    };
  }

  #timings(seconds: number): Timings {
    return { seconds, chapters: this.#chapters, sentences: this.#sentences };
  }
}
