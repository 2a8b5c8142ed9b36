import { describe, expect, it } from 'vitest';
import { measureLoudness } from './mastering/loudness.ts';
import {
  createSectionCue,
  SECTION_CUE_LOUDNESS_IN_LUFS,
  SECTION_CUE_SECONDS,
} from './section-cue.ts';

describe.each([16_000, 22_050, 24_000])('a cue at %i samples per second', (sampleRate) => {
  const cue = createSectionCue(sampleRate);
  const peakBetween = (from: number, to: number) =>
    cue
      .subarray(Math.round(from * sampleRate), Math.round(to * sampleRate))
      .reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

  it('has its length and its loudness', () => {
    expect(cue.length / sampleRate).toBeCloseTo(SECTION_CUE_SECONDS, 3);
    const loudness = measureLoudness(cue, sampleRate);
    expect(Math.abs(loudness - SECTION_CUE_LOUDNESS_IN_LUFS)).toBeLessThan(0.2);
  });

  it('begins and ends softly', () => {
    const loudest = peakBetween(0.04, 0.1);
    expect(Math.abs(cue[0]!)).toBeLessThan(0.0001);
    expect(Math.abs(cue.at(-1)!)).toBeLessThan(0.0001);
    expect(peakBetween(0, 0.01)).toBeLessThan(loudest / 5);
    expect(peakBetween(0.45, SECTION_CUE_SECONDS)).toBeLessThan(loudest / 5);
  });

  it('has no step that would be heard as a click', () => {
    const steepest = cue.reduce(
      (max, sample, at) => Math.max(max, Math.abs(sample - (cue[at - 1] ?? 0))),
      0,
    );
    // The steepest change in the cue is at most that of a sine wave with the frequency of the cue's highest partial and
    // the cue's peak level.
    expect(steepest).toBeLessThan(peakBetween(0, 1) * ((2 * Math.PI * 784) / sampleRate));
  });
});
