/**
 * This module measures properties of audio, such as pitch and silence. All audio is mono, with samples from -1 to 1.
 */
import { PitchDetector } from 'pitchy';
import { median } from './benchmark-processes.ts';

/** The length of a window for pitch detection, and the interval between the starts of two windows, in seconds. */
const PITCH_WINDOW_SECONDS = 0.064;
const PITCH_STEP_SECONDS = 0.02;
/** The pitch range of adult voices in Hz. */
const LOWEST_PITCH = 60;
const HIGHEST_PITCH = 420;
/** The minimum confidence of the pitch detector, between 0 and 1. */
const MIN_PITCH_CONFIDENCE = 0.9;

/** Measures the median pitch, in Hz, of the voiced parts of a recording. */
export function measurePitch(samples: Float32Array, sampleRate: number): number {
  return median(detectPitches(samples, sampleRate));
}

/**
 * Measures the standard deviation of the pitch of a recording's voiced parts, in semitones. It is about one semitone
 * for a monotonous voice, and about three semitones for a lively voice.
 */
export function measurePitchDeviation(samples: Float32Array, sampleRate: number): number {
  const semitones = detectPitches(samples, sampleRate).map((pitch) => 12 * Math.log2(pitch));
  const mean = semitones.reduce((sum, each) => sum + each, 0) / semitones.length;
  const squares = semitones.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / semitones.length);
}

/** Returns the pitches of the voiced parts of a recording, in Hz (McLeod's method). */
function detectPitches(samples: Float32Array, sampleRate: number): number[] {
  const length = Math.round(PITCH_WINDOW_SECONDS * sampleRate);
  const detector = PitchDetector.forFloat32Array(length);
  detector.minVolumeDecibels = -40;
  const pitches: number[] = [];
  for (
    let index = 0;
    index + length <= samples.length;
    index += Math.round(PITCH_STEP_SECONDS * sampleRate)
  ) {
    const [pitch, clarity] = detector.findPitch(
      samples.subarray(index, index + length),
      sampleRate,
    );
    if (clarity >= MIN_PITCH_CONFIDENCE && pitch >= LOWEST_PITCH && pitch <= HIGHEST_PITCH)
      pitches.push(pitch);
  }
  return pitches;
}

/** The level below which a sample counts as silence: -50 dB relative to full scale. */
const SILENCE_LEVEL = 10 ** (-50 / 20);

/** Measures the longest silence within a recording, in seconds. */
export function measureLongestSilence(samples: Float32Array, sampleRate: number): number {
  let longest = 0;
  let lastSoundIndex = 0;
  for (let index = 0; index < samples.length; index++) {
    if (Math.abs(samples[index]!) < SILENCE_LEVEL) continue;
    longest = Math.max(longest, index - lastSoundIndex);
    lastSoundIndex = index;
  }
  return Math.max(longest, samples.length - lastSoundIndex) / sampleRate;
}

/**
 * The minimum level of a sample that counts as the beginning of a sentence: -50 dB relative to full scale. Sentences
 * start at -48 dB or louder (mastering/sentence.ts), but MP3 encoding can make the beginning softer.
 */
const MIN_SENTENCE_LEVEL = 10 ** (-50 / 20);

/** Returns the time, in seconds, of the first audible sample at or after `from`. Returns Infinity if there is none. */
export function findSoundStartAfter(
  samples: Float32Array,
  sampleRate: number,
  from: number,
): number {
  for (let index = Math.round(from * sampleRate); index < samples.length; index++)
    if (Math.abs(samples[index]!) >= MIN_SENTENCE_LEVEL) return index / sampleRate;
  return Number.POSITIVE_INFINITY;
}

/** Returns the time, in seconds, at which the last sound before the time `before` ends. Returns 0 if there is none. */
export function findSoundEndBefore(
  samples: Float32Array,
  sampleRate: number,
  before: number,
): number {
  for (let index = Math.round(before * sampleRate); index > 0; index--)
    if (Math.abs(samples[index - 1]!) >= SILENCE_LEVEL) return index / sampleRate;
  return 0;
}

/** The largest 16-bit sample, as a share of full scale. */
const FULL_SCALE = 32_767 / 32_768;

/**
 * Counts clipped samples. These are samples at full scale, and samples that jump from one end of the scale to the other
 * because of an integer overflow. Speech engines may also produce samples above full scale, which mastering limits
 * later. Such audio has not been clipped yet, so only its jumps are counted.
 */
export function countClippedSamples(samples: Float32Array): number {
  const isLimited = !samples.some((sample) => Math.abs(sample) > 1);
  return samples.reduce(
    (count, sample, index) =>
      count +
      Number(
        (isLimited && Math.abs(sample) >= FULL_SCALE) ||
          Math.abs(sample - (samples[index - 1] ?? 0)) > 1.5,
      ),
    0,
  );
}

/**
 * Number of samples on each side of a point from which the value at the point is interpolated. They are counted at the
 * lower of the two sample rates.
 */
const INTERPOLATION_REACH = 16;

/**
 * Resamples audio with a Hann-windowed sinc filter. The filter removes frequencies above half the lower sample rate.
 */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const cut = Math.min(1, to / from);
  const reach = INTERPOLATION_REACH / cut;
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, index) => {
    const position = (index * from) / to;
    let sum = 0;
    for (let source = Math.ceil(position - reach); source <= position + reach; source++) {
      const distance = source - position;
      const angle = Math.PI * cut * distance;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      sum += (samples[source] ?? 0) * cut * window * (angle ? Math.sin(angle) / angle : 1);
    }
    return sum;
  });
}
