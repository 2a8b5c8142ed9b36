import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { concatSamples } from '../../encoding/bytes.ts';
import { measureLoudness, TARGET_LOUDNESS_IN_LUFS } from '../../mastering/loudness.ts';
import { masterSentenceAudio } from '../../mastering/sentence.ts';

/** Sentences for measuring a voice's loudness. They take ten seconds to speak, and contain most sounds of English. */
export const GAIN_SENTENCES: readonly string[] = [
  'The lighthouse stood at the end of a long road, and nobody had walked there since autumn.',
  'She measures the warmth of every stone, twice a day, and writes the numbers into a small blue book.',
];
/**
 * The number of measurements. The limiter makes loud speech softer, so each further measurement corrects the gain for
 * the loudness that the limiter has removed.
 */
const ROUNDS = 3;
/** The maximum gain in decibels. A voice that would need a higher gain counts as silent. */
const MAX_GAIN = 40;

/**
 * Measures the gain, in decibels, that brings a voice to the target loudness of narrations. Throws if the voice is
 * silent.
 */
export function measureVoiceGain(
  speak: (words: string) => Float32Array,
  sampleRate: number,
): number {
  return calculateVoiceGain(GAIN_SENTENCES.map(speak), sampleRate);
}

/**
 * Calculates the gain, in decibels, that brings a voice to the target loudness of narrations. `speeches` contains the
 * audio of each of {@link GAIN_SENTENCES}. Throws if the voice is silent.
 */
export function calculateVoiceGain(speeches: readonly Float32Array[], sampleRate: number): number {
  let gain = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mastered = speeches.map((each) => masterSentenceAudio(each, sampleRate, gain));
    gain += TARGET_LOUDNESS_IN_LUFS - measureLoudness(concatSamples(mastered), sampleRate);
    if (!(Math.abs(gain) < MAX_GAIN)) throw new Error('The voice is silent.');
  }
  return Math.round(gain * 10) / 10;
}

/**
 * Loads a voice's gain from a file. If the file is missing or damaged, measures the gain and stores it in the file. The
 * file saves time, because measuring takes seconds and every recording process needs the gain.
 */
export function loadOrMeasureVoiceGain(file: string, measure: () => number): number {
  return loadVoiceGain(file) ?? storeVoiceGain(file, measure());
}

/** Returns the gain in a file, or undefined if the file is missing or damaged. */
export function loadVoiceGain(file: string): number | undefined {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    return typeof stored === 'number' ? stored : undefined;
  } catch {
    // The file is damaged, or does not exist because the gain has not been measured yet.
    return undefined;
  }
}

/**
 * Stores a gain in a file, and returns the gain. Ignores errors: if the file cannot be written, each process measures
 * the gain again.
 */
export function storeVoiceGain(file: string, gain: number): number {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${gain}\n`);
    renameSync(draft, file);
  } catch {
    // The folder may be read-only. In that case, the next process measures the gain again.
  }
  return gain;
}
