/** How far a voice goes from one sample to the next at the most, of full scale: at 16 kHz the built-in ones come to 0.8. */
const FARTHEST = 1;

/**
 * Turns back what was too loud for numbers of two bytes and came out at their other end: 1.05 as -0.95. It is louder than
 * full scale then, as it was spoken.
 */
export function repairOverflow(samples: Float32Array): Float32Array {
  let before = 0;
  return samples.map((sample) => {
    const step = sample - before;
    before = Math.abs(step) > FARTHEST ? sample - 2 * Math.sign(step) : sample;
    return before;
  });
}
