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
  /** Between two paragraphs; with the margins of their sentences no longer than half a second. */
  passage: 0.41,
  /** Between the parts of an article. */
  section: 0.95,
  /** Before the first word: the player fades in. */
  start: 0.15,
  /** After the last. */
  end: 0.6,
} as const;

/** What of a recording has been made. */
export interface RecordedPart {
  /** MP3 frames; they follow those of the part before. */
  frames: Uint8Array;
  /** What is heard in them, and maybe a little beyond; none in the last part. */
  sentence?: SentenceTiming;
  /** The title of the chapter that the sentence opens. */
  chapter?: string;
}

/** What a recording is, once it is whole. */
export interface RecordingLength {
  /** Samples of each second, and in all. */
  sampleRate: number;
  samples: number;
}

/**
 * Has a script spoken, sentence by sentence: each part can be heard while the next is made. Returns what the whole is.
 * Throws what the engine throws.
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

/** Returns false for a sentence such as "…", of which nothing is said; the pauses around it become one. */
export function isSpeakable(spoken: string): boolean {
  return /[a-z]/i.test(spoken);
}
