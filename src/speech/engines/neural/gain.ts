import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { concatSamples } from '../../encoding/bytes.ts';
import { measureLoudness, NARRATION_LOUDNESS } from '../../mastering/loudness.ts';
import { masterSentence } from '../../mastering/sentence.ts';

/** Spoken to hear how loud a voice is: ten seconds, with most sounds of English. */
const SENTENCES = [
  'The lighthouse stood at the end of a long road, and nobody had walked there since autumn.',
  'She measures the warmth of every stone, twice a day, and writes the numbers into a small blue book.',
];
/** How often the gain is corrected by what the limiter takes away of it. */
const ROUNDS = 3;
/** Decibels beyond which there is no voice to be made louder. */
const MOST = 40;

/**
 * The gain, in decibels, that brings a voice to the loudness of a narration, measured by having it speak. Throws where
 * nothing can be heard.
 */
export function measureGain(speak: (words: string) => Float32Array, sampleRate: number): number {
  const speeches = SENTENCES.map(speak);
  let gain = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mastered = speeches.map((each) => masterSentence(each, sampleRate, gain));
    gain += NARRATION_LOUDNESS - measureLoudness(concatSamples(mastered), sampleRate);
    if (!(Math.abs(gain) < MOST)) throw new Error('The voice is silent.');
  }
  return Math.round(gain * 10) / 10;
}

/**
 * What is in a file, or else comes of measuring it, which is kept there: processes that record come and go, and to measure
 * takes seconds. Where nothing can be written, it is measured each time.
 */
export function loadOrMeasureGain(file: string, measure: () => number): number {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof kept === 'number') return kept;
  } catch {
    // It has not been measured yet.
  }
  const gain = measure();
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${gain}\n`);
    renameSync(draft, file);
  } catch {
    // The folder may be somebody else's.
  }
  return gain;
}
