import { describe, expect, it } from 'vitest';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { measurePitch, measurePitchDeviation } from '../../../bench/sound.ts';
import { isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { openBuiltInVoices } from './built-in-voices.ts';

const SENTENCE = 'The lighthouse stood at the end of a long road.';
const voices = await openBuiltInVoices();
const speechByNarrator = {} as Record<NarratorId, Float32Array>;
for (const narrator of Object.keys(NARRATORS_BY_ID) as NarratorId[])
  speechByNarrator[narrator] = await voices.speak(SENTENCE, narrator);
const measureNarratorPitch = (narrator: NarratorId) =>
  measurePitch(speechByNarrator[narrator], voices.sampleRate);

describe.each(Object.entries(speechByNarrator))('the narrator %s', (_, speech) => {
  it('is audible and not clipped', () => {
    const peak = speech.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.2);
    expect(peak).toBeLessThan(1);
  });

  it('speaks ten words at a normal rate', () => {
    const seconds = speech.length / voices.sampleRate;
    expect(seconds).toBeGreaterThan(2.4);
    expect(seconds).toBeLessThan(4.2);
  });
});

it.each(['am', 'bf'] as const)('%s speaks faster at a higher speed', async (narrator) => {
  const { length } = speechByNarrator[narrator];
  const faster = await voices.speak(SENTENCE, narrator, { speed: 1.25 });
  expect(faster.length / length).toBeGreaterThan(0.7);
  expect(faster.length / length).toBeLessThan(0.9);
});

describe('the four narrators', () => {
  it('have pitches that are at least two semitones apart', () => {
    const pitches = (Object.keys(NARRATORS_BY_ID) as NarratorId[])
      .map(measureNarratorPitch)
      .sort((a, b) => a - b);
    for (const [at, lower] of pitches.slice(0, -1).entries())
      expect(pitches[at + 1]! / lower).toBeGreaterThan(1.12);
  });

  it('have the pitches of women and men', () => {
    for (const woman of ['af', 'bf'] as const)
      for (const man of ['am', 'bm'] as const)
        expect([woman, man, measureNarratorPitch(woman) - measureNarratorPitch(man) > 55]).toEqual([
          woman,
          man,
          true,
        ]);
  });
});

it('lets the pitch of the American woman move', () => {
  expect(measurePitchDeviation(speechByNarrator.af, voices.sampleRate)).toBeGreaterThan(1.5);
});

it.each(['af', 'bf'] as const)(
  'returns the same samples for the same words, independent of earlier ones: %s',
  async (narrator) => {
    expect(await voices.speak(SENTENCE, narrator)).toEqual(speechByNarrator[narrator]);
  },
);

it.runIf(isRunOfAllTests())('speaks a long sentence without pauses', async () => {
  const long = Array.from({ length: 20 }, () => 'and on it goes').join(' ');
  const { length } = await voices.speak(long, 'bf');
  expect(length / voices.sampleRate).toBeGreaterThan(15);
});

it('reads markup as text', async () => {
  const marked = await voices.speak('Less <volume level="0"> & more.', 'bf');
  expect(marked.length / voices.sampleRate).toBeGreaterThan(1);
  expect(Math.max(...marked)).toBeGreaterThan(0.2);
});

it.each(['', '.', '…', '日本'])('rejects text without Latin letters: %j', async (words) => {
  for (const narrator of ['af', 'bf'] as const)
    await expect(voices.speak(words, narrator)).rejects.toThrow(
      `The built-in voices cannot speak "${words}": it has no letters.`,
    );
});

it('has a higher gain for a softer narrator', async () => {
  expect(await voices.gainOf('am')).toBeGreaterThan(await voices.gainOf('af'));
});
