import { expect, it } from 'vitest';
import { repairOverflow } from './overflow.ts';

/** Returns a tone of 300 Hz with the given amplitude, sampled at 16 kHz. */
const tone = (amplitude: number) =>
  Float32Array.from(
    { length: 800 },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 300 * at) / 16_000),
  );
/** Converts samples to 16-bit integers and back, so that samples beyond full scale overflow. */
const inTwoBytes = (samples: Float32Array) =>
  Float32Array.from(
    Int16Array.from(samples, (sample) => Math.round(32_768 * sample)),
    (number) => number / 32_768,
  );

it('reverses an overflow exactly in both directions', () => {
  for (const amplitude of [1.01, 1.2, 1.4]) {
    const loud = tone(amplitude);
    const written = inTwoBytes(loud);
    expect(Math.max(...written.map((sample, at) => Math.abs(sample - loud[at]!)))).toBeGreaterThan(
      1,
    );
    const read = repairOverflow(written);
    expect(Math.max(...read.map((sample, at) => Math.abs(sample - loud[at]!)))).toBeLessThan(
      0.0001,
    );
  }
});

it('leaves audio without an overflow unchanged', () => {
  for (const amplitude of [0, 0.5, 0.99]) {
    const written = inTwoBytes(tone(amplitude));
    expect(repairOverflow(written)).toEqual(written);
  }
});
