/** Coefficients of a second-order filter, normalized by dividing each of them by the coefficient a0. */
export interface BiquadCoefficients {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Creates a digital filter, in transposed direct form II. The filter keeps state, so it must be called once for each
 * sample, in order.
 */
export function createBiquadFilter({
  b0,
  b1,
  b2,
  a1,
  a2,
}: BiquadCoefficients): (sample: number) => number {
  let z1 = 0;
  let z2 = 0;
  return (sample) => {
    const filtered = b0 * sample + z1;
    z1 = b1 * sample - a1 * filtered + z2;
    z2 = b2 * sample - a2 * filtered;
    return filtered;
  };
}

/**
 * Designs a high-pass filter with a cutoff frequency in Hz (Butterworth for Q = 1/√2). Source: R. Bristow-Johnson,
 * "Cookbook formulae for audio EQ biquad filter coefficients".
 */
export function designHighPassFilter(
  frequency: number,
  sampleRate: number,
  q = Math.SQRT1_2,
): BiquadCoefficients {
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  const a0 = 1 + alpha;
  return {
    b0: (1 + cosine) / 2 / a0,
    b1: -(1 + cosine) / a0,
    b2: (1 + cosine) / 2 / a0,
    a1: (-2 * cosine) / a0,
    a2: (1 - alpha) / a0,
  };
}

/**
 * Designs a peaking filter, which amplifies a band around a frequency in Hz by a gain in dB. Source: R.
 * Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
 */
export function designPeakingFilter(
  { frequency, gain, q }: { frequency: number; gain: number; q: number },
  sampleRate: number,
): BiquadCoefficients {
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  const amplitude = 10 ** (gain / 40);
  const a0 = 1 + alpha / amplitude;
  return {
    b0: (1 + alpha * amplitude) / a0,
    b1: (-2 * cosine) / a0,
    b2: (1 - alpha * amplitude) / a0,
    a1: (-2 * cosine) / a0,
    a2: (1 - alpha / amplitude) / a0,
  };
}
