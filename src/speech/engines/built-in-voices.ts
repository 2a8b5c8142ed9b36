import type { SpeechEngine } from './engine.ts';
import { FLITE_ENGINE_VERSION, FLITE_SAMPLE_RATE, openFlite } from './flite.ts';
import {
  createPicoSynthesizer,
  PICO_GAIN_IN_DECIBELS,
  PICO_VERSION,
  type SynthesizeWithPico,
} from './pico/pico.ts';

/** The version of the built-in voices. It combines the versions of the two speech engines, flite and Pico. */
export const BUILT_IN_VOICES_VERSION = `${FLITE_ENGINE_VERSION}+${PICO_VERSION}`;

/**
 * Opens the built-in voices. The Pico engine speaks for the British female narrator, and the flite engine for the other
 * three narrators. Pico is loaded right before its first sentence, because most recordings do not need it. Both engines
 * have the same sample rate.
 */
export async function openBuiltInVoices(): Promise<SpeechEngine> {
  const flite = await openFlite();
  let pico: Promise<SynthesizeWithPico> | undefined;
  return {
    version: BUILT_IN_VOICES_VERSION,
    sampleRate: FLITE_SAMPLE_RATE,
    gainOf: (narrator) => (narrator === 'bf' ? PICO_GAIN_IN_DECIBELS : flite.gainOf(narrator)),
    async speak(words, narrator, { speed } = { speed: 1 }) {
      // Words without letters are rejected, because both engines would return a short silence or no samples for them.
      if (!/[a-z]/i.test(words))
        throw new Error(`The built-in voices cannot speak "${words}": it has no letters.`);
      if (narrator !== 'bf') return flite.speak(words, narrator, speed);
      pico ??= createPicoSynthesizer();
      return (await pico)(words, speed);
    },
  };
}
