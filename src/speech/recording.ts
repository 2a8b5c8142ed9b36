import type { Narrator } from '#domain/narrators.ts';
import type { SentenceTiming } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { openMp3Encoder } from './encoding/mp3.ts';
import type { SpeechEngine } from './engines/engine.ts';
import { masterSentence } from './mastering/sentence.ts';
import type { Script } from './script/script.ts';

/** Pauses in a recording, in seconds of silence. */
export const PAUSE_SECONDS = {
  /** The pause between two sentences. */
  sentence: 0.32,
  /** The pause between two paragraphs. Together with the margins of their sentences, it is half a second at most. */
  passage: 0.41,
  /** The pause between the parts of an article. */
  section: 0.95,
  /** The silence before the first word, during which the player fades in. */
  start: 0.15,
  /** The silence after the last word. */
  end: 0.6,
} as const;

/** A part of a recording, yielded as soon as it is made. */
export interface RecordedPart {
  /** MP3 frames, which follow those of the previous part. */
  frames: Uint8Array;
  /**
   * The timing of the sentence in these frames. The sentence's last samples may be in the next part. The last part of a
   * recording has no sentence.
   */
  sentence?: SentenceTiming;
  /** The title of the chapter that begins with this sentence. */
  chapter?: string;
}

/** The length of a complete recording. */
export interface RecordingLength {
  /** The sample rate in samples per second. */
  sampleRate: number;
  /** The total number of samples. */
  samples: number;
}

/**
 * Records a script sentence by sentence, so that each part can be played while the next one is made. Returns the length of
 * the complete recording. Errors of the engine are thrown to the caller.
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

/**
 * Returns false for a sentence without letters, such as "…". Recordings skip such a sentence and merge the pauses around
 * it.
 */
export function isSpeakable(spoken: string): boolean {
  return /[a-z]/i.test(spoken);
}
