import { createBiquadFilter, designHighPassFilter } from './biquad.ts';
import { measurePeakPerSample } from './true-peak.ts';

/** The cutoff frequency, in Hz, of the filter that removes rumble. Speech has no lower frequencies. */
const RUMBLE_CUTOFF = 70;
/**
 * The maximum peak before encoding, in dB relative to full scale. After encoding, peaks must not exceed -1 dB. MP3
 * encoding usually raises peaks by 1 dB, and rarely by 2 dB.
 */
const CEILING = -3.2;
/**
 * The level, in dB relative to full scale, below which a sample counts as silence. At -50 dB, the breath before a
 * voice's first word would count as sound, and pauses would sound 0.2 seconds longer.
 */
const SILENCE = -48;
/**
 * The number of seconds that are kept before the first and after the last sample above the silence level. This margin
 * prevents soft sounds at the beginning and end of a sentence from being cut off.
 */
const MARGIN = 0.03;
/** The length of the fade at each end of a sentence, in seconds. */
const FADE = 0.008;

/**
 * Masters the audio of a sentence: removes rumble, applies the gain, trims silence at both ends, limits peaks, and adds
 * a fade at both ends.
 */
export function masterSentenceAudio(speech: Float32Array, sampleRate: number, gain: number) {
  const pass = createBiquadFilter(designHighPassFilter(RUMBLE_CUTOFF, sampleRate));
  const factor = 10 ** (gain / 20);
  const loud = trimSilence(
    speech.map((sample) => pass(sample) * factor),
    sampleRate,
  );
  return applyFades(limitPeaks(loud, sampleRate, CEILING), Math.round(FADE * sampleRate));
}

function trimSilence(samples: Float32Array, sampleRate: number): Float32Array {
  const threshold = 10 ** (SILENCE / 20);
  const isSound = (sample: number) => Math.abs(sample) > threshold;
  const margin = Math.round(MARGIN * sampleRate);
  const start = samples.findIndex(isSound);
  if (start < 0) return samples.subarray(0, 0);
  const end = samples.findLastIndex(isSound) + 1;
  return samples.slice(Math.max(0, start - margin), Math.min(samples.length, end + margin));
}

function applyFades(samples: Float32Array, length: number): Float32Array {
  const steps = Math.min(length, samples.length >> 1);
  for (let index = 0; index < steps; index++) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * index) / steps);
    samples[index]! *= share;
    samples[samples.length - 1 - index]! *= share;
  }
  return samples;
}

/**
 * Half the time, in seconds, that the gain takes to decrease before a peak. The recovery after the peak takes as long
 * as the decrease.
 */
const GAIN_CHANGE_SECONDS = 0.005;

/**
 * Limits peaks to a ceiling, in dB relative to full scale, without causing clicks. The gain follows the loudest peak
 * within {@link GAIN_CHANGE_SECONDS} and is smoothed. Samples far from all peaks stay unchanged.
 */
export function limitPeaks(
  samples: Float32Array,
  sampleRate: number,
  ceiling: number,
): Float32Array {
  const max = 10 ** (ceiling / 20);
  const peaks = measurePeakPerSample(samples, max);
  if (!peaks.some((peak) => peak > max)) return samples;
  const reach = Math.round(GAIN_CHANGE_SECONDS * sampleRate);
  const allowedGains = peaks.map((peak) => Math.min(1, max / peak));
  const gains = slidingMean(slidingMinimum(allowedGains, reach), reach);
  return samples.map((sample, index) => sample * gains[index]!);
}

/** Returns, for each value, the minimum of the values up to `reach` positions before and after it. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const minima = new Float32Array(values.length).fill(1);
  for (let index = 0; index < values.length; index++) {
    if (values[index] === 1) continue;
    const end = Math.min(values.length, index + reach + 1);
    for (let neighbor = Math.max(0, index - reach); neighbor < end; neighbor++)
      minima[neighbor] = Math.min(minima[neighbor]!, values[index]!);
  }
  return minima;
}

/**
 * Returns, for each value, the mean of the values up to `reach` positions before and after it. Missing values beyond
 * the ends count as 1.
 */
function slidingMean(values: Float32Array, reach: number): Float32Array {
  const width = 2 * reach + 1;
  let sum = width;
  for (let index = 0; index < reach; index++) sum += (values[index] ?? 1) - 1;
  return values.map((_, index) => {
    sum += (values[index + reach] ?? 1) - (values[index - reach - 1] ?? 1);
    return sum / width;
  });
}
