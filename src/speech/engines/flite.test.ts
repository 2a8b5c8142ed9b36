import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { measurePitch } from '../../../bench/sound.ts';
import { openFlite, VOICES_END } from './flite.ts';

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
      .update(new Uint8Array(memory.buffer, 0, VOICES_END))
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
