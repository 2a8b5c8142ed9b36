/** The oversampling factor of the true-peak measurement. */
const FACTOR = 4;
/** The number of neighboring samples on each side that are used to interpolate the signal between two samples. */
const NEIGHBOR_COUNT = 6;

/**
 * Interpolation weights for each position between two samples: a sinc function in a Hann window, normalized to a sum of
 * 1.
 */
const PHASES: readonly Float64Array[] = Array.from({ length: FACTOR - 1 }, (_, phase) => {
  const offset = (phase + 1) / FACTOR;
  const weights = Float64Array.from({ length: 2 * NEIGHBOR_COUNT }, (_, index) => {
    const distance = index - (NEIGHBOR_COUNT - 1) - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / NEIGHBOR_COUNT);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
});

/** The maximum factor by which the signal between samples can exceed the surrounding samples. */
const MAX_OVERSHOOT = PHASES.reduce(
  (max, weights) =>
    Math.max(
      max,
      weights.reduce((sum, weight) => sum + Math.abs(weight), 0),
    ),
  1,
);

/**
 * Measures the true peak around each sample by four-times oversampling (ITU-R BS.1770-5, annex 2). Oversampling is
 * needed, because the signal between two samples can exceed both samples. To save time, the signal is not oversampled
 * where it cannot exceed `relevant`. There, a sample's own magnitude counts as its peak.
 */
export function measurePeakPerSample(samples: Float32Array, relevant = 0): Float32Array {
  const padded = new Float32Array(samples.length + 2 * NEIGHBOR_COUNT);
  padded.set(samples, NEIGHBOR_COUNT);
  const peaks = samples.map(Math.abs);
  const threshold = relevant / MAX_OVERSHOOT;
  // The value of `index` when the loop last found a sample above `threshold`. The loop looks ahead, so this sample is
  // `NEIGHBOR_COUNT` positions after that value.
  let lastLoudIndex = 0;
  for (let index = 0; index < samples.length; index++) {
    if (Math.abs(padded[index + 2 * NEIGHBOR_COUNT]!) > threshold) lastLoudIndex = index;
    if (index - lastLoudIndex > 2 * NEIGHBOR_COUNT) continue;
    for (const weights of PHASES) {
      let interpolated = 0;
      for (let tap = 0; tap < 2 * NEIGHBOR_COUNT; tap++)
        interpolated += weights[tap]! * padded[index + 1 + tap]!;
      if (Math.abs(interpolated) > peaks[index]!) peaks[index] = Math.abs(interpolated);
    }
  }
  return peaks;
}

/** Measures the true peak of a signal, in dB relative to full scale. */
export function measureTruePeakInDecibels(samples: Float32Array): number {
  return (
    20 * Math.log10(measurePeakPerSample(samples).reduce((max, peak) => Math.max(max, peak), 0))
  );
}
