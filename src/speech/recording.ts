import type { Narrator } from '#domain/narrators.ts';
import type { SentenceTiming } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { openMp3Encoder } from './encoding/mp3.ts';
import type { SpeechEngine } from './engines/engine.ts';
import { masterSentence } from './mastering/sentence.ts';
import type { Script } from './script/script.ts';

/** Seconds of silence. */
export const PAUSE_SECONDS = {
  /** Between two sentences. */
  sentence: 0.32,
  /** Between two paragraphs: half a second at most, with the margins of their sentences. */
  passage: 0.41,
  /** Between the parts of an article. */
  section: 0.95,
  /** Before the first word: the player fades in. */
  start: 0.15,
  /** After the last. */
  end: 0.6,
} as const;

/** A part of a recording, yielded as soon as it is made. */
export interface RecordedPart {
  /** MP3 frames, which follow those of the previous part. */
  frames: Uint8Array;
  /** The sentence in these frames. Its end may be in the next part. The last part has none. */
  sentence?: SentenceTiming;
  /** The title of the chapter that the sentence opens. */
  chapter?: string;
}

/** The length of a complete recording. */
export interface RecordingLength {
  /** Samples per second. */
  sampleRate: number;
  /** Samples in all. */
  samples: number;
}

/**
 * Records a script sentence by sentence, so that each part can be played while the next one is made. Returns the length of
 * the whole. Throws what the engine throws.
 */
export async function* recordScript(
  script: Script,
  narrator: Narrator,
  engine: SpeechEngine,
): AsyncGenerator<RecordedPart, RecordingLength> {
  const { sampleRate } = engine;
  const encoder = await openMp3Encoder(sampleRate);
  let samples = 0;
  const add = (sound: Float32Array) => {
    samples += sound.length;
    return encoder.encode(sound);
  };
  const silence = (seconds: number) => new Float32Array(Math.round(seconds * sampleRate));
  const time = () => samples / sampleRate;
  let pause: keyof typeof PAUSE_SECONDS = 'start';
  for (const { title, passages } of script.sections) {
    let isFirst = true;
    for (const { anchor, sentences } of passages) {
      for (const { start, text, spoken } of sentences) {
        if (!isSpeakable(spoken)) continue;
        const before = add(silence(PAUSE_SECONDS[pause]));
        const from = time();
        const speech = engine.speak(spoken, narrator);
        const sound = add(masterSentence(speech, sampleRate, engine.gainOf(narrator)));
        const to = time();
        yield {
          frames: concatBytes([before, sound]),
          sentence: { anchor, start, length: text.length, from, to },
          ...(isFirst && { chapter: title }),
        };
        isFirst = false;
        pause = 'sentence';
      }
      if (pause === 'sentence') pause = 'passage';
    }
    if (pause === 'passage') pause = 'section';
  }
  yield { frames: concatBytes([add(silence(PAUSE_SECONDS.end)), encoder.finish()]) };
  return { sampleRate, samples };
}

/** Returns false for a sentence without words, such as "…". It is skipped, and the pauses around it become one. */
export function isSpeakable(spoken: string): boolean {
  return /[a-z]/i.test(spoken);
}
