/** Samples that are put in between two, and how far to each side a sample is felt. */
const FACTOR = 4;
const REACH = 6;

/** For each place between two samples the weights of those around it: a sinc under a Hann window, summing up to 1. */
const PHASES: readonly Float64Array[] = Array.from({ length: FACTOR - 1 }, (_, phase) => {
  const offset = (phase + 1) / FACTOR;
  const weights = Float64Array.from({ length: 2 * REACH }, (_, at) => {
    const distance = at - (REACH - 1) - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / REACH);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
});

/** How much louder than the samples around it a sound can be between them, at the most. */
const MOST_BETWEEN = PHASES.reduce(
  (most, weights) =>
    Math.max(
      most,
      weights.reduce((sum, weight) => sum + Math.abs(weight), 0),
    ),
  1,
);

/**
 * How far the sound swings around each sample, in between too: what a converter makes of samples may be louder than any
 * of them (true peak, ITU-R BS.1770-5, annex 2: four times oversampled). Where it cannot go beyond `relevant` anyway,
 * only the sample itself is looked at.
 */
export function measureSwings(samples: Float32Array, relevant = 0): Float32Array {
  const padded = new Float32Array(samples.length + 2 * REACH);
  padded.set(samples, REACH);
  const swings = samples.map(Math.abs);
  const least = relevant / MOST_BETWEEN;
  // The last place at which something could be felt that is loud enough; at the start that is not known.
  let loud = 0;
  for (let at = 0; at < samples.length; at++) {
    if (Math.abs(padded[at + 2 * REACH]!) > least) loud = at;
    if (at - loud > 2 * REACH) continue;
    for (const weights of PHASES) {
      let between = 0;
      for (let tap = 0; tap < 2 * REACH; tap++) between += weights[tap]! * padded[at + 1 + tap]!;
      if (Math.abs(between) > swings[at]!) swings[at] = Math.abs(between);
    }
  }
  return swings;
}

/** The largest of them, in dB below full scale. */
export function measureTruePeak(samples: Float32Array): number {
  return 20 * Math.log10(measureSwings(samples).reduce((most, swing) => Math.max(most, swing), 0));
}
