import { describe, expect, it } from 'vitest';
import { resampleAudio } from './resample-audio.ts';

const createTone = (frequency: number, rate: number, seconds = 1) =>
  Float32Array.from({ length: rate * seconds }, (_, at) =>
    Math.sin((2 * Math.PI * frequency * at) / rate),
  );

/**
 * Returns the level of `samples` in dB. If `other` is given, returns the level of the difference between the two
 * signals instead. Ignores an eighth of the samples at each end.
 */
function measureLevel(samples: Float32Array, other?: Float32Array): number {
  const margin = samples.length >> 3;
  let sum = 0;
  for (let at = margin; at < samples.length - margin; at++)
    sum += (samples[at]! - (other?.[at] ?? 0)) ** 2;
  return 10 * Math.log10(sum / (samples.length - 2 * margin));
}

describe('resample', () => {
  it.each([
    [8000, 24_000, 1000],
    [16_000, 24_000, 3000],
    [22_050, 24_000, 9000],
    [44_100, 24_000, 9000],
    [48_000, 24_000, 9000],
    [96_000, 24_000, 1000],
    [22_051, 24_000, 1000],
  ])('keeps a tone in place, from %i to %i Hz', (from, to, frequency) => {
    const converted = resampleAudio(createTone(frequency, from), from, to);
    expect(converted).toHaveLength(to);
    expect(measureLevel(converted, createTone(frequency, to))).toBeLessThan(-80);
  });

  it('removes what the lower rate cannot represent', () => {
    expect(measureLevel(resampleAudio(createTone(15_000, 48_000), 48_000, 24_000))).toBeLessThan(
      -80,
    );
    expect(measureLevel(resampleAudio(createTone(12_500, 44_100), 44_100, 24_000))).toBeLessThan(
      -80,
    );
  });

  it('keeps a constant exactly, and audio of the same rate', () => {
    const constant = resampleAudio(new Float32Array(3000).fill(0.5), 44_100, 24_000);
    expect(Math.abs(constant[800]! - 0.5)).toBeLessThan(1e-6);
    const same = createTone(440, 24_000);
    expect(resampleAudio(same, 24_000, 24_000)).toBe(same);
  });

  it('accepts audio shorter than its filter', () => {
    expect(resampleAudio(new Float32Array(0), 44_100, 24_000)).toHaveLength(0);
    expect(resampleAudio(Float32Array.of(1), 48_000, 24_000)).toHaveLength(1);
    expect(resampleAudio(Float32Array.of(1, 1), 16_000, 24_000)).toHaveLength(3);
  });
});
