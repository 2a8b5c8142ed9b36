/**
 * This module recognizes speech with pocketsphinx, an independent listener that was not trained on the narrators' voices.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resample } from './sound.ts';

/** The recognizer's program and model, from Debian's packages `pocketsphinx` and `pocketsphinx-en-us`. */
const PROGRAM = 'pocketsphinx_continuous';
const MODEL = '/usr/share/pocketsphinx/model/en-us';
/** The sample rate of the recognizer's model, in Hz. */
const SAMPLE_RATE = 16_000;

/** Different spellings of the same word, which count as equal. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bper cent\b/g, 'percent'],
  [/\ba m\b/g, 'am'],
  [/\bdoctor\b/g, 'dr'],
  [/our\b(?<=\b(?:colour|harbour))/g, 'or'],
];

/** Returns true if the speech recognizer is installed. */
export function isRecognizerInstalled(): boolean {
  return spawnSync(PROGRAM, [], { stdio: 'ignore' }).error === undefined;
}

/**
 * Returns the share of words that the recognizer got wrong: substituted, omitted or inserted (word-level Levenshtein),
 * ignoring case and punctuation. `samples` are between -1 and 1.
 */
export function calculateWordErrorRate(
  samples: Float32Array,
  sampleRate: number,
  spoken: string,
): number {
  const words = wordsOf(spoken);
  const heard = recognise(resample(samples, sampleRate, SAMPLE_RATE));
  return levenshtein(words, wordsOf(heard)) / words.length;
}

function recognise(samples: Float32Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-voices-'));
  try {
    const file = path.join(folder, 'recording.wav');
    writeFileSync(file, buildWaveFile(samples));
    const settings = {
      infile: file,
      hmm: `${MODEL}/en-us`,
      lm: `${MODEL}/en-us.lm.bin`,
      dict: `${MODEL}/cmudict-en-us.dict`,
      logfn: '/dev/null',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value]);
    const { stdout, status } = spawnSync(PROGRAM, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${PROGRAM} failed; its model is looked for in ${MODEL}.`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/[^a-z' ]/g, '');
  return SPELLINGS.reduce((said, [from, to]) => said.replace(from, to), plain)
    .split(' ')
    .filter(Boolean);
}

/** Returns the minimum number of words to substitute, omit or insert to turn `from` into `to`. */
function levenshtein(from: readonly string[], to: readonly string[]): number {
  let above = [0, ...to.map((_, at) => at + 1)];
  for (const [row, word] of from.entries()) {
    const here = [row + 1];
    for (const [at, other] of to.entries())
      here.push(Math.min(here[at]! + 1, above[at + 1]! + 1, above[at]! + (word === other ? 0 : 1)));
    above = here;
  }
  return above.at(-1)!;
}

/** Builds a WAVE file: mono, 16 bits. */
function buildWaveFile(samples: Float32Array): Uint8Array {
  const wave = Buffer.alloc(44 + 2 * samples.length);
  wave.write('RIFF');
  wave.writeUInt32LE(36 + 2 * samples.length, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(SAMPLE_RATE, 24);
  wave.writeUInt32LE(2 * SAMPLE_RATE, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(2 * samples.length, 40);
  for (const [at, sample] of samples.entries())
    wave.writeInt16LE(
      Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))),
      44 + 2 * at,
    );
  return wave;
}
