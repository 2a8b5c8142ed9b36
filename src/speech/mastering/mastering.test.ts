import { describe, expect, it } from 'vitest';
import { measureLoudness } from './loudness.ts';
import { limitPeaks, masterSentenceAudio } from './sentence.ts';
import { measurePeakPerSample, measureTruePeakInDecibels } from './true-peak.ts';

const RATE = 16_000;

/** Returns a tone with the given frequency in Hz, level in dB of full scale, and length in seconds. */
function tone(frequency: number, level: number, seconds = 1, rate = RATE, phase = 0): Float32Array {
  const amplitude = 10 ** (level / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / rate + phase),
  );
}

const silence = (seconds: number) => new Float32Array(Math.round(seconds * RATE));

function concat(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

describe('loudness', () => {
  // The standard (ITU-R BS.1770-5, annex 1) specifies a loudness of -3.01 LKFS for a 997 Hz tone at full scale in
  // one channel.
  it.each([16_000, 22_050, 24_000, 48_000])(
    'is the standard’s value for its test tone at %i Hz',
    (rate) => {
      expect(measureLoudness(tone(997, 0, 5, rate), rate)).toBeCloseTo(-3.01, 1);
      expect(measureLoudness(tone(997, -20, 5, rate), rate)).toBeCloseTo(-23.01, 1);
    },
  );

  it('ignores pauses', () => {
    const speech = concat(tone(997, -20, 5), silence(5), tone(997, -20, 5));
    expect(measureLoudness(speech, RATE)).toBeCloseTo(-23, 0);
  });

  it('is lower for deep tones than for tones of a voice', () => {
    expect(measureLoudness(tone(40, -20, 5), RATE)).toBeLessThan(-27);
  });

  it('is -Infinity for silence', () => {
    expect(measureLoudness(silence(5), RATE)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('true peak', () => {
  it('is found between samples', () => {
    // The tone has four samples per period, each at 0.707 of the sine's peak, so its true peak lies between samples.
    const between = tone(RATE / 4, 0, 0.1, RATE, Math.PI / 4);
    expect(20 * Math.log10(Math.max(...between))).toBeCloseTo(-3.01, 1);
    expect(measureTruePeakInDecibels(between.subarray(100, 1500))).toBeGreaterThan(-0.5);
    expect(measureTruePeakInDecibels(between.subarray(100, 1500))).toBeLessThan(0.3);
  });

  it('is the same if only levels above a threshold are measured', () => {
    const speech = concat(
      silence(0.01),
      tone(1000, -3, 0.02),
      tone(3000, -12, 0.02),
      silence(0.01),
    );
    const peaks = measurePeakPerSample(speech);
    const relevant = measurePeakPerSample(speech, 0.5);
    for (const [at, peak] of peaks.entries()) if (peak > 0.5) expect(relevant[at]).toBe(peak);
  });
});

describe('limitPeaks', () => {
  const loud = concat(tone(300, -12, 0.2), tone(300, 3, 0.05), tone(300, -12, 0.2));
  const limited = limitPeaks(loud, RATE, -2);

  it('lets no peak exceed the ceiling', () => {
    expect(measureTruePeakInDecibels(loud)).toBeGreaterThan(2);
    expect(measureTruePeakInDecibels(limited)).toBeLessThan(-1.9);
  });

  it('does not change samples far from a peak', () => {
    const margin = Math.round(0.011 * RATE);
    const before = Math.round(0.2 * RATE) - margin;
    expect(limited.subarray(0, before)).toEqual(loud.subarray(0, before));
    const after = Math.round(0.25 * RATE) + margin;
    expect(limited.subarray(after)).toEqual(loud.subarray(after));
  });

  it('causes no clicks: no step is larger than that of the loud tone itself', () => {
    const findSteepestStep = (samples: Float32Array) =>
      samples.reduce(
        (max, sample, at) => Math.max(max, Math.abs(sample - (samples[at - 1] ?? 0))),
        0,
      );
    expect(findSteepestStep(limited)).toBeLessThanOrEqual(findSteepestStep(loud));
  });

  it('returns quiet audio unchanged', () => {
    const quiet = tone(300, -12);
    expect(limitPeaks(quiet, RATE, -2)).toBe(quiet);
  });
});

describe('masterSentenceAudio', () => {
  const spoken = concat(
    silence(0.3),
    tone(200, -20, 0.5),
    silence(0.02),
    tone(200, -20, 0.5),
    silence(0.4),
  );

  it('trims silence, with a margin on both sides', () => {
    const { length } = masterSentenceAudio(spoken, RATE, 0);
    expect(length / RATE).toBeGreaterThan(1.06);
    expect(length / RATE).toBeLessThan(1.09);
  });

  it('removes a breath that is softer than any word', () => {
    const breath = tone(200, -49, 0.3);
    const { length } = masterSentenceAudio(concat(breath, spoken, breath), RATE, 0);
    expect(length / RATE).toBeLessThan(1.09);
  });

  it('returns audio that begins and ends in silence', () => {
    const cut = masterSentenceAudio(tone(200, -6, 0.5, RATE, Math.PI / 2), RATE, 0);
    expect(Math.abs(cut[0]!)).toBeLessThan(0.001);
    expect(Math.abs(cut.at(-1)!)).toBeLessThan(0.001);
  });

  it('applies the gain', () => {
    const softly = measureLoudness(masterSentenceAudio(spoken, RATE, 0), RATE);
    expect(measureLoudness(masterSentenceAudio(spoken, RATE, 6), RATE) - softly).toBeCloseTo(6, 1);
  });

  it('never clips, however large the gain', () => {
    expect(measureTruePeakInDecibels(masterSentenceAudio(spoken, RATE, 40))).toBeLessThan(-2.4);
  });

  it('removes rumble', () => {
    const rumble = concat(silence(0.1), tone(25, -20, 1), silence(0.1));
    const mastered = masterSentenceAudio(rumble, RATE, 0);
    expect(measureLoudness(mastered, RATE)).toBeLessThan(measureLoudness(rumble, RATE) - 12);
  });

  it('returns no samples for silence', () => {
    expect(masterSentenceAudio(silence(1), RATE, 0)).toHaveLength(0);
  });
});
