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
  it('is heard, and not clipped', () => {
    const peak = speech.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.2);
    expect(peak).toBeLessThan(1);
  });

  it('says ten words neither hastily nor drawling', () => {
    const seconds = speech.length / flite.sampleRate;
    expect(seconds).toBeGreaterThan(2.4);
    expect(seconds).toBeLessThan(4.2);
  });
});

describe('the four', () => {
  it('have pitches that are told apart: two semitones and more between any of them', () => {
    const pitches = (Object.keys(NARRATORS) as Narrator[]).map(pitch).sort((a, b) => a - b);
    for (const [at, lower] of pitches.slice(0, -1).entries())
      expect(pitches[at + 1]! / lower).toBeGreaterThan(1.12);
  });

  it('are women and men', () => {
    for (const woman of ['af', 'bf'] as const)
      for (const man of ['am', 'bm'] as const)
        expect([woman, man, pitch(woman) - pitch(man) > 55]).toEqual([woman, man, true]);
  });
});

it('says the same words the same way, whatever was said before', () => {
  expect(flite.speak(SENTENCE, 'af')).toEqual(speeches.af);
});

it('leaves its voices as they are, which are not put back', async () => {
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

it.each(['', '.', '…', '日本'])('says in words that it cannot say %j', (words) => {
  expect(() => flite.speak(words, 'af')).toThrow(
    `flite cannot speak "${words}": it has no letters.`,
  );
});

it('makes each narrator as loud as the others by a gain', () => {
  expect(flite.gainOf('am')).toBeGreaterThan(flite.gainOf('af'));
});
