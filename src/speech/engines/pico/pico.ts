import { readFileSync } from 'node:fs';
import openModule from '@echogarden/svoxpico-wasm';
import { createBiquadFilter, designPeakingFilter } from '../../mastering/biquad.ts';

/**
 * The engine's version: the version of its package, followed by a number. Increase the number whenever the settings
 * below change.
 */
export const PICO_VERSION = 'pico-0.2.0-1';
/** The sample rate of the voice, in samples per second. */
const SAMPLE_RATE = 16_000;
/** The gain, in decibels, that brings the voice to the target loudness of narrations. */
export const PICO_GAIN_IN_DECIBELS = 1;

/**
 * The voice's speed and pitch, as percentages of its defaults. They were chosen with `npm run bench:voices` (decision
 * 0026). The pitch is raised to distinguish the voice from that of the American female narrator.
 */
const SPEED = 90;
const PITCH = 114;
/**
 * A peaking filter that amplifies frequencies around 2 kHz, which help listeners distinguish consonants. At these
 * frequencies, the voice is 5 to 8 dB softer than the other narrators' voices.
 */
const CLARITY = { frequency: 2000, gain: 6, q: 0.6 } as const;
/** The factor by which samples are multiplied to keep them below full scale after the filter. */
const HEADROOM = 0.5;

/**
 * The files of Pico's British voice, one for text analysis and one for signal generation. NOTICE.txt contains their
 * license.
 */
const VOICE_FILES = ['en-GB_ta.bin', 'en-GB_kh0_sg.bin'] as const;
/** The name under which the voice is registered with Pico. */
const VOICE = 'voice';
/** The size, in bytes, of the block from which Pico allocates its memory. The voice takes 1 MB of this block. */
const MEMORY_SIZE = 2_500_000;
const BUFFER_SIZE = 4096;
/** The maximum length of a resource name, in bytes. */
const NAME_SIZE = 32;

/** Status codes of Pico (`picodefs.h`). */
const STATUS_OK = 0;
const STEP_IDLE = 200;
const STEP_BUSY = 201;

/** A function that synthesizes words, `speed` times as fast as usual. Returns samples between -1 and 1. */
export type SynthesizeWithPico = (words: string, speed?: number) => Float32Array;

/**
 * Opens SVOX Pico, compiled to WebAssembly, with the British voice. The memory is reset before each sentence, because
 * Pico would otherwise keep state from the previous one. The same words therefore always produce the same samples.
 */
export async function createPicoSynthesizer(): Promise<SynthesizeWithPico> {
  const pico = await openModule();
  const view = () => new DataView(pico.HEAPU8.buffer);
  const writeText = (text: string) => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = pico._malloc(bytes.length);
    pico.HEAPU8.set(bytes, address);
    return { address, size: bytes.length };
  };
  /**
   * Allocates memory for a pointer, and passes the memory's address to `call`, which stores the pointer. Returns the
   * stored pointer.
   */
  const readPointer = (call: (address: number) => number) => {
    const address = pico._malloc(4);
    assertOk(call(address));
    return view().getUint32(address, true);
  };

  const memory = pico._malloc(MEMORY_SIZE);
  const system = readPointer((address) => pico._pico_initialize(memory, MEMORY_SIZE, address));
  const voice = writeText(VOICE).address;
  assertOk(pico._pico_createVoiceDefinition(system, voice));
  for (const file of VOICE_FILES) {
    pico.FS.writeFile(file, readFileSync(new URL(file, import.meta.url)));
    const path = writeText(file).address;
    const resource = readPointer((address) => pico._pico_loadResource(system, path, address));
    const name = pico._malloc(NAME_SIZE);
    assertOk(pico._pico_getResourceName(system, resource, name));
    assertOk(pico._pico_addResourceToVoiceDefinition(system, voice, name));
  }
  const engine = readPointer((address) => pico._pico_newEngine(system, voice, address));
  const [written, read, type] = [pico._malloc(4), pico._malloc(4), pico._malloc(4)];
  const buffer = pico._malloc(BUFFER_SIZE);
  // Only Pico's own data and buffers are reset before each sentence. The memory after them contains only the text of
  // the sentence, which the next sentence overwrites.
  const initialMemory = pico.HEAPU8.slice(0, buffer + 2 * BUFFER_SIZE);

  /** Appends the samples that Pico can synthesize from the text received so far. */
  const appendSamples = (samples: number[]) => {
    for (let status = STEP_BUSY; status === STEP_BUSY; ) {
      status = pico._pico_getData(engine, buffer, BUFFER_SIZE, read, type);
      if (status !== STEP_BUSY && status !== STEP_IDLE)
        throw new Error(`Pico failed to speak with status ${status}.`);
      const bytes = view().getInt16(read, true);
      for (let offset = 0; offset < bytes; offset += 2)
        samples.push(view().getInt16(buffer + offset, true) / 32_768);
    }
  };

  return (words, speed = 1) => {
    pico.HEAPU8.set(initialMemory);
    const { address, size } = writeText(
      `<speed level="${Math.round(SPEED * speed)}"><pitch level="${PITCH}">${removeMarkup(words)}</pitch></speed>`,
    );
    const samples: number[] = [];
    for (let offset = 0; offset < size; ) {
      assertOk(
        pico._pico_putTextUtf8(
          engine,
          address + offset,
          Math.min(size - offset, BUFFER_SIZE),
          written,
        ),
      );
      const bytes = view().getInt16(written, true);
      if (bytes <= 0) throw new Error('Pico takes no more text.');
      offset += bytes;
      appendSamples(samples);
    }
    const clarify = createBiquadFilter(designPeakingFilter(CLARITY, SAMPLE_RATE));
    return Float32Array.from(samples, (sample) => HEADROOM * clarify(sample));
  };
}

/** Replaces the special characters of Pico's markup with spaces. */
function removeMarkup(words: string): string {
  return words.replace(/[<>&]/g, ' ');
}

function assertOk(status: number): void {
  if (status !== STATUS_OK) throw new Error(`Pico failed with status ${status}.`);
}
