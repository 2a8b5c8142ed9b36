import { createFilter, designHighPass } from './biquad.ts';
import { limitPeaks } from './limiter.ts';

/** The frequency, in Hz, below which a recording contains only rumble. */
const LOWEST = 70;
/**
 * The maximum peak before encoding, in dB of full scale. Encoding usually adds one dB and rarely two, and the result must
 * not exceed -1 dB.
 */
const CEILING = -3.2;
/**
 * The level below which a sample counts as silence, in dB of full scale. At -50 dB, a voice's breath before its first word
 * counted as sound, which made pauses sound a fifth of a second longer.
 */
const SILENCE = -48;
/** The time, in seconds, that is kept before the first and after the last loud sound, so that soft sounds are not cut. */
const MARGIN = 0.03;
/** The length of the fade at each end of a sentence, in seconds. */
const FADE = 0.008;

/** Masters a sentence: removes rumble, applies the gain, limits peaks, and trims and fades its ends. */
export function masterSentence(speech: Float32Array, sampleRate: number, gain: number) {
  const pass = createFilter(designHighPass(LOWEST, sampleRate));
  const factor = 10 ** (gain / 20);
  const loud = withoutSilence(
    speech.map((sample) => pass(sample) * factor),
    sampleRate,
  );
  return fade(limitPeaks(loud, sampleRate, CEILING), Math.round(FADE * sampleRate));
}

function withoutSilence(samples: Float32Array, sampleRate: number): Float32Array {
  const least = 10 ** (SILENCE / 20);
  const isSound = (sample: number) => Math.abs(sample) > least;
  const margin = Math.round(MARGIN * sampleRate);
  const start = samples.findIndex(isSound);
  if (start < 0) return samples.subarray(0, 0);
  const end = samples.findLastIndex(isSound) + 1;
  return samples.slice(Math.max(0, start - margin), Math.min(samples.length, end + margin));
}

function fade(samples: Float32Array, length: number): Float32Array {
  const steps = Math.min(length, samples.length >> 1);
  for (let at = 0; at < steps; at++) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * at) / steps);
    samples[at]! *= share;
    samples[samples.length - 1 - at]! *= share;
  }
  return samples;
}
