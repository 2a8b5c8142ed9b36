import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { measurePitch } from '../../../bench/sound.ts';
import { openFlite, repairOverflow, VOICES_END_ADDRESS } from './flite.ts';

const SENTENCE = 'The lighthouse stood at the end of a long road.';
const flite = await openFlite();
const speeches = Object.fromEntries(
  Object.keys(NARRATORS).map((narrator) => [narrator, flite.speak(SENTENCE, narrator as Narrator)]),
) as Record<Narrator, Float32Array>;
const pitch = (narrator: Narrator) => measurePitch(speeches[narrator], flite.sampleRate);

describe.each(Object.entries(speeches))('the narrator %s', (_, speech) => {
  it('is audible and not clipped', () => {
    const peak = speech.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.2);
    expect(peak).toBeLessThan(1);
  });

  it('speaks ten words at a normal rate', () => {
    const seconds = speech.length / flite.sampleRate;
    expect(seconds).toBeGreaterThan(2.4);
    expect(seconds).toBeLessThan(4.2);
  });
});

describe('the four narrators', () => {
  it('have pitches that are at least two semitones apart', () => {
    const pitches = (Object.keys(NARRATORS) as Narrator[]).map(pitch).sort((a, b) => a - b);
    for (const [at, lower] of pitches.slice(0, -1).entries())
      expect(pitches[at + 1]! / lower).toBeGreaterThan(1.12);
  });

  it('have the pitches of women and men', () => {
    for (const woman of ['af', 'bf'] as const)
      for (const man of ['am', 'bm'] as const)
        expect([woman, man, pitch(woman) - pitch(man) > 55]).toEqual([woman, man, true]);
  });
});

it('returns the same samples for the same words, independent of earlier ones', () => {
  expect(flite.speak(SENTENCE, 'af')).toEqual(speeches.af);
});

it('leaves the memory that holds the voices unchanged', async () => {
  const instances = vi.spyOn(WebAssembly, 'Instance');
  const { speak } = await openFlite();
  const { memory } = instances.mock.results[0]!.value.exports;
  instances.mockRestore();
  const voices = () =>
    createHash('sha256')
      .update(new Uint8Array(memory.buffer, 0, VOICES_END_ADDRESS))
      .digest('hex');
  const before = voices();
  for (const narrator of Object.keys(NARRATORS) as Narrator[]) speak(SENTENCE, narrator);
  expect(voices()).toBe(before);
});

it.each(['', '.', '…', '日本'])('throws an error for text without Latin letters: %j', (words) => {
  expect(() => flite.speak(words, 'af')).toThrow(
    `flite cannot speak "${words}": it has no letters.`,
  );
});

it('has a higher gain for a softer narrator', () => {
  expect(flite.gainOf('am')).toBeGreaterThan(flite.gainOf('af'));
});

/** Returns a tone of 300 Hz with the given amplitude, sampled at 16 kHz. */
const tone = (amplitude: number) =>
  Float32Array.from(
    { length: 800 },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 300 * at) / 16_000),
  );
/** Converts samples to 16-bit integers and back. Samples beyond full scale overflow. */
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
