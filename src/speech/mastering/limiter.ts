import { measureSwings } from './true-peak.ts';

/** Seconds before and after a peak over which the gain goes down and comes up again. */
const REACH = 0.005;

/**
 * Takes peaks down to a ceiling, without a click: the gain is what the loudest swing within reach allows, and slides from
 * one value to the next. What is not near a peak is left as it is.
 */
export function limitPeaks(
  samples: Float32Array,
  sampleRate: number,
  ceiling: number,
): Float32Array {
  const most = 10 ** (ceiling / 20);
  const swings = measureSwings(samples, most);
  if (!swings.some((swing) => swing > most)) return samples;
  const reach = Math.round(REACH * sampleRate);
  const allowed = swings.map((swing) => Math.min(1, most / swing));
  const gains = slidingMean(slidingLeast(allowed, reach), reach);
  return samples.map((sample, at) => sample * gains[at]!);
}

/** The least value within reach of each. */
function slidingLeast(values: Float32Array, reach: number): Float32Array {
  const least = new Float32Array(values.length).fill(1);
  for (let at = 0; at < values.length; at++) {
    if (values[at] === 1) continue;
    const end = Math.min(values.length, at + reach + 1);
    for (let near = Math.max(0, at - reach); near < end; near++)
      least[near] = Math.min(least[near]!, values[at]!);
  }
  return least;
}

/** The mean of what is within reach of each; beyond the ends nothing is taken down. */
function slidingMean(values: Float32Array, reach: number): Float32Array {
  const width = 2 * reach + 1;
  let sum = width;
  for (let at = 0; at < reach; at++) sum += (values[at] ?? 1) - 1;
  return values.map((_, at) => {
    sum += (values[at + reach] ?? 1) - (values[at - reach - 1] ?? 1);
    return sum / width;
  });
}
