import { createFilter, designHighPass } from './biquad.ts';
import { limitPeaks } from './limiter.ts';

/** Hz below which there is only rumble, no voice. */
const LOWEST = 70;
/** The maximum peak, in dB of full scale. Encoding adds one dB, seldom two, and the result must not exceed -1. */
const CEILING = -3.2;
/**
 * The level below which a sample is silence, in dB of full scale. Two decibels lower, a voice's breath before its first word
 * counted as sound, and pauses sounded a fifth of a second longer than they are.
 */
const SILENCE = -48;
/** Seconds kept before the first and after the last sound, for softer sounds, and for fading in and out. */
const MARGIN = 0.03;
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
