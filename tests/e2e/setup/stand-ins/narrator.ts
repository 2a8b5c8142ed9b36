/**
 * A simulated speech engine whose narrators hum instead of speaking. Humming is much faster than speech synthesis, and
 * always produces the same audio. The duration of a sentence depends on its number of letters. Each narrator has a
 * different pitch and pace, so that their recordings have different timings.
 */
import type { NarratorId } from '#domain/narrators.ts';
import type { SpeechEngine } from '#speech/engines/engine.ts';

export const BUILT_IN_VOICES_VERSION = 'humming-1';

const SAMPLE_RATE = 16_000;
/**
 * The base duration of a sentence in seconds, at a pace of 1. Each letter adds to it. The base duration is long enough
 * for a page to highlight even the shortest sentence.
 */
const MIN_SENTENCE_SECONDS = 0.5;
const SECONDS_PER_LETTER = 0.004;

const VOICES: Readonly<Record<NarratorId, { pitch: number; pace: number }>> = {
  af: { pitch: 220, pace: 1 },
  am: { pitch: 110, pace: 1.2 },
  bf: { pitch: 247, pace: 1.1 },
  bm: { pitch: 123, pace: 0.9 },
};

export async function openBuiltInVoices(): Promise<SpeechEngine> {
  return {
    version: BUILT_IN_VOICES_VERSION,
    sampleRate: SAMPLE_RATE,
    gainOf: () => 0,
    speak(text, narrator) {
      const { pitch, pace } = VOICES[narrator];
      const seconds = (MIN_SENTENCE_SECONDS + SECONDS_PER_LETTER * text.length) / pace;
      const radiansPerSample = (2 * Math.PI * pitch) / SAMPLE_RATE;
      return Float32Array.from(
        { length: Math.round(seconds * SAMPLE_RATE) },
        (_, index) => 0.2 * Math.sin(radiansPerSample * index),
      );
    },
  };
}
