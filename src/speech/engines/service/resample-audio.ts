/**
 * The approximate number of zero crossings of the filter on each side of its center. A larger
 * number makes the cutoff steeper and resampling slower.
 */
const HALF_FILTER_LENGTH = 48;
/** The cutoff frequency of the filter, as a fraction of half the lower sample rate. */
const CUTOFF = 0.94;
/** The shape parameter of the filter's Kaiser window. With this value, aliases are at least 90 dB below the signal. */
const BETA = 9;

/**
 * Converts audio to another sample rate with a windowed sinc filter. The result is not delayed, and has the same
 * duration to within one sample.
 */
export function resampleAudio(
  samples: Float32Array<ArrayBuffer>,
  from: number,
  to: number,
): Float32Array<ArrayBuffer> {
  if (from === to) return samples;
  const divisor = greatestCommonDivisor(from, to);
  const [steps, phases] = [from / divisor, to / divisor];
  const filters = new Map<number, Float32Array>();
  const scale = Math.min(1, to / from);
  const reach = Math.ceil(HALF_FILTER_LENGTH / scale);
  return Float32Array.from({ length: Math.round((samples.length * to) / from) }, (_, index) => {
    // The position of the output sample `index` in the original audio is `before + phase / phases`.
    const before = Math.floor((index * steps) / phases);
    const phase = (index * steps) % phases;
    const filter = filters.get(phase) ?? designFilter(phase / phases, reach, scale);
    filters.set(phase, filter);
    const first = before - reach + 1;
    const start = Math.max(0, -first);
    const end = Math.min(filter.length, samples.length - first);
    let sum = 0;
    for (let tap = start; tap < end; tap++) sum += filter[tap]! * samples[first + tap]!;
    return sum;
  });
}

/**
 * Computes the filter weights for an output sample between two original samples. `fraction` is the output sample's
 * distance from the first of the two, as a fraction of the sample interval. The weights apply to `reach` original
 * samples before and `reach` samples after the output sample. Their sum is 1.
 */
function designFilter(fraction: number, reach: number, scale: number): Float32Array {
  const cutoff = CUTOFF * scale;
  const weights = Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - (reach - 1) - fraction;
    return sinc(cutoff * distance) * kaiser(distance / reach);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Returns the value of the Kaiser window at a position between -1 and 1. */
function kaiser(position: number): number {
  const inside = 1 - position * position;
  return inside <= 0 ? 0 : bessel(BETA * Math.sqrt(inside)) / bessel(BETA);
}

/** Returns the modified Bessel function of the first kind of order zero. */
function bessel(x: number): number {
  let sum = 1;
  for (let [term, k] = [1, 1]; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
