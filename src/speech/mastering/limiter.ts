import { measurePeaks } from './true-peak.ts';

/** The time, in seconds, over which the gain falls before a peak and recovers after it. */
const REACH = 0.005;

/**
 * Limits peaks to a ceiling, in dB of full scale, without clicks. The gain follows the loudest peak within {@link REACH}
 * and is smoothed. Samples far from any peak stay unchanged.
 */
export function limitPeaks(
  samples: Float32Array,
  sampleRate: number,
  ceiling: number,
): Float32Array {
  const most = 10 ** (ceiling / 20);
  const peaks = measurePeaks(samples, most);
  if (!peaks.some((peak) => peak > most)) return samples;
  const reach = Math.round(REACH * sampleRate);
  const allowed = peaks.map((peak) => Math.min(1, most / peak));
  const gains = slidingMean(slidingMinimum(allowed, reach), reach);
  return samples.map((sample, at) => sample * gains[at]!);
}

/** Returns, for each value, the minimum of the values at most `reach` samples away. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const least = new Float32Array(values.length).fill(1);
  for (let at = 0; at < values.length; at++) {
    if (values[at] === 1) continue;
    const end = Math.min(values.length, at + reach + 1);
    for (let near = Math.max(0, at - reach); near < end; near++)
      least[near] = Math.min(least[near]!, values[at]!);
  }
  return least;
}

/** Returns, for each value, the mean of the values at most `reach` samples away. Values beyond the ends count as 1. */
function slidingMean(values: Float32Array, reach: number): Float32Array {
  const width = 2 * reach + 1;
  let sum = width;
  for (let at = 0; at < reach; at++) sum += (values[at] ?? 1) - 1;
  return values.map((_, at) => {
    sum += (values[at + reach] ?? 1) - (values[at - reach - 1] ?? 1);
    return sum / width;
  });
}
