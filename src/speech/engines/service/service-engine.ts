import path from 'node:path';
import type { NarratorId } from '#domain/narrators.ts';
import type { ServiceEngineChoice, SpeechEngine } from '../engine.ts';
import { type ChosenSpeakerAndSpeed, computeVoiceFingerprint } from '../engine-voices.ts';
import {
  calculateVoiceGain,
  GAIN_SENTENCES,
  loadVoiceGain,
  storeVoiceGain,
} from '../neural/voice-gain.ts';
import { resampleAudio } from './resample-audio.ts';
import { decodeToMono, parseWave } from './wave.ts';

/**
 * The sample rate of recordings, in samples per second. OpenAI and Kokoro send speech at this rate. Speech at any other
 * rate is resampled.
 */
const SAMPLE_RATE = 24_000;

/**
 * A function that asks the service to speak a sentence, and returns the speech as a WAV file. Rejects if the service
 * cannot speak the sentence.
 */
export type RequestSpeech = (words: string, narrator: NarratorId) => Promise<Uint8Array>;

/**
 * Creates a speech engine that requests speech from a service. Measures the gain of a narrator's voice once for each
 * version of the voice, and stores the gain.
 */
export function openServiceEngine(
  { version, gainsFolder, lookAhead }: ServiceEngineChoice,
  requestSpeech: RequestSpeech,
): SpeechEngine {
  const speak = async (words: string, narrator: NarratorId) => {
    const audio = parseWave(await requestSpeech(words, narrator));
    return resampleAudio(decodeToMono(audio), audio.sampleRate, SAMPLE_RATE);
  };
  const measureGain = async (name: string, narrator: NarratorId) => {
    const file = path.join(gainsFolder, `${name}.json`);
    const storedGain = loadVoiceGain(file);
    if (storedGain !== undefined) return storedGain;
    const speeches = await Promise.all(GAIN_SENTENCES.map((words) => speak(words, narrator)));
    return storeVoiceGain(file, calculateVoiceGain(speeches, SAMPLE_RATE));
  };
  const gainsByVoice = new Map<string, Promise<number>>();
  return {
    version,
    sampleRate: SAMPLE_RATE,
    lookAhead,
    gainOf(narrator, chosen?: ChosenSpeakerAndSpeed) {
      const name = `${computeVoiceFingerprint(version, chosen)}-${narrator}`;
      const gain = gainsByVoice.get(name) ?? measureGain(name, narrator);
      gainsByVoice.set(name, gain);
      // If the measurement fails, the next recording measures the gain again.
      gain.catch(() => gainsByVoice.delete(name));
      return gain;
    },
    speak,
  };
}
