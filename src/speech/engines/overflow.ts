/**
 * The largest plausible change between two samples, relative to full scale. A larger change is an overflow. The built-in
 * voices reach 0.8 at 16 kHz.
 */
const FARTHEST = 1;

/**
 * Reverses the overflow of samples that exceeded 16 bits, such as 1.05 that became -0.95. The repaired samples exceed full
 * scale, as the original speech did.
 */
export function repairOverflow(samples: Float32Array): Float32Array {
  let before = 0;
  return samples.map((sample) => {
    const step = sample - before;
    before = Math.abs(step) > FARTHEST ? sample - 2 * Math.sign(step) : sample;
    return before;
  });
}
