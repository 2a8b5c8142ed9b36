import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { openFlite, repairOverflow, VOICE_DATA_END_ADDRESS } from './flite.ts';

it('leaves the memory that holds the voices unchanged', async () => {
  const instances = vi.spyOn(WebAssembly, 'Instance');
  const { speak } = await openFlite();
  const { memory } = instances.mock.results[0]!.value.exports;
  instances.mockRestore();
  const hashVoices = () =>
    createHash('sha256')
      .update(new Uint8Array(memory.buffer, 0, VOICE_DATA_END_ADDRESS))
      .digest('hex');
  const before = hashVoices();
  for (const narrator of ['af', 'am', 'bm'] as const) speak('The road was long.', narrator);
  expect(hashVoices()).toBe(before);
});

/** Returns a tone of 300 Hz with the given amplitude, sampled at 16 kHz. */
const tone = (amplitude: number) =>
  Float32Array.from(
    { length: 800 },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 300 * at) / 16_000),
  );
/** Converts samples to 16-bit integers and back. Samples beyond full scale overflow. */
const wrapToInt16 = (samples: Float32Array) =>
  Float32Array.from(
    Int16Array.from(samples, (sample) => Math.round(32_768 * sample)),
    (number) => number / 32_768,
  );

it('reverses an overflow exactly in both directions', () => {
  for (const amplitude of [1.01, 1.2, 1.4]) {
    const loud = tone(amplitude);
    const wrapped = wrapToInt16(loud);
    expect(Math.max(...wrapped.map((sample, at) => Math.abs(sample - loud[at]!)))).toBeGreaterThan(
      1,
    );
    const repaired = repairOverflow(wrapped);
    expect(Math.max(...repaired.map((sample, at) => Math.abs(sample - loud[at]!)))).toBeLessThan(
      0.0001,
    );
  }
});

it('leaves audio without an overflow unchanged', () => {
  for (const amplitude of [0, 0.5, 0.99]) {
    const wrapped = wrapToInt16(tone(amplitude));
    expect(repairOverflow(wrapped)).toEqual(wrapped);
  }
});
