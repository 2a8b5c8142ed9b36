import { type BiquadCoefficients, createBiquadFilter } from './biquad.ts';

/**
 * The length of a loudness block, and the interval between the starts of consecutive blocks, in seconds (ITU-R
 * BS.1770-5, annex 1).
 */
const BLOCK = 0.4;
const STEP = 0.1;
const STEPS_IN_BLOCK = Math.round(BLOCK / STEP);
/** The absolute gate in LUFS: softer blocks count as silence. */
const ABSOLUTE_GATE = -70;
/** The relative gate in LU: blocks that are more than 10 LU softer than the mean loudness count as pauses. */
const RELATIVE_GATE = -10;
/** The offset, in dB, that compensates for the gain of the K-weighting filter at 997 Hz. */
const OFFSET = -0.691;

/** The target loudness of narrations, in LUFS. */
export const TARGET_LOUDNESS_IN_LUFS = -16;

/**
 * Measures the integrated loudness of mono speech in LUFS according to EBU R 128 (ITU-R BS.1770,
 * K-weighted and gated). Returns -Infinity for silence, and for speech shorter than {@link BLOCK}.
 */
export function measureLoudness(samples: Float32Array, sampleRate: number): number {
  const energies = computeBlockEnergies(samples, sampleRate);
  const loud = energies.filter((energy) => toLoudness(energy) > ABSOLUTE_GATE);
  const gate = toLoudness(mean(loud)) + RELATIVE_GATE;
  return toLoudness(mean(loud.filter((energy) => toLoudness(energy) > gate)));
}

/** Returns the mean square of each block of K-weighted samples. */
function computeBlockEnergies(samples: Float32Array, sampleRate: number): number[] {
  const shelf = createBiquadFilter(designHeadShelf(sampleRate));
  const pass = createBiquadFilter(designLowCut(sampleRate));
  const length = Math.round(STEP * sampleRate);
  const steps: number[] = [];
  for (let start = 0; start + length <= samples.length; start += length) {
    let sum = 0;
    for (let at = start; at < start + length; at++) sum += pass(shelf(samples[at]!)) ** 2;
    steps.push(sum / length);
  }
  return steps.slice(STEPS_IN_BLOCK - 1).map((_, at) => mean(steps.slice(at, at + STEPS_IN_BLOCK)));
}

function toLoudness(energy: number): number {
  return OFFSET + 10 * Math.log10(energy);
}

function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/**
 * Designs the first stage of the K-weighting, a high shelf. BS.1770 defines its coefficients only for 48 kHz. For other
 * sample rates, they are derived from the analog filter by the bilinear transform.
 */
function designHeadShelf(sampleRate: number): BiquadCoefficients {
  const gain = 10 ** (3.999843853973347 / 20);
  const middle = gain ** 0.4996667741545416;
  const q = 0.7071752369554196;
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return {
    b0: (gain + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - gain)) / a0,
    b2: (gain - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Designs the second stage of the K-weighting, a high-pass filter. */
function designLowCut(sampleRate: number): BiquadCoefficients {
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
