/** What is measured of sound alone; samples are mono, between -1 and 1. */
import { PitchDetector } from 'pitchy';
import { median } from './rig.ts';

/** Seconds of a look at the pitch, and from one to the next. */
const LOOK = 0.064;
const STEP = 0.02;
/** Hz between which a grown-up speaks, and how sure the detector has to be. */
const LOWEST = 60;
const HIGHEST = 420;
const SURE = 0.9;

/** The median pitch of what is voiced, in Hz (McLeod's method). */
export function pitchOf(samples: Float32Array, sampleRate: number): number {
  const length = Math.round(LOOK * sampleRate);
  const detector = PitchDetector.forFloat32Array(length);
  detector.minVolumeDecibels = -40;
  const pitches: number[] = [];
  for (let at = 0; at + length <= samples.length; at += Math.round(STEP * sampleRate)) {
    const [pitch, clarity] = detector.findPitch(samples.subarray(at, at + length), sampleRate);
    if (clarity >= SURE && pitch >= LOWEST && pitch <= HIGHEST) pitches.push(pitch);
  }
  return median(pitches);
}

/** Below that a sample is silence, of full scale: -50 dB. */
const SILENCE = 10 ** (-50 / 20);

/** The longest silence within a recording, in seconds. */
export function longestSilence(samples: Float32Array, sampleRate: number): number {
  let longest = 0;
  let heard = 0;
  for (let at = 0; at < samples.length; at++) {
    if (Math.abs(samples[at]!) < SILENCE) continue;
    longest = Math.max(longest, at - heard);
    heard = at;
  }
  return Math.max(longest, samples.length - heard) / sampleRate;
}

/** Seconds of silence around a moment that is within it. */
export function silenceAround(samples: Float32Array, sampleRate: number, moment: number): number {
  const middle = Math.round(moment * sampleRate);
  const isSound = (at: number) => Math.abs(samples[at]!) >= SILENCE;
  let [from, to] = [middle, middle];
  while (from > 0 && !isSound(from - 1)) from--;
  while (to < samples.length && !isSound(to)) to++;
  return (to - from) / sampleRate;
}

/** The softest sound a sentence begins with, -48 dB (mastering/sentence.ts), with room for what encoding does to it. */
const SOFTEST = 10 ** (-50 / 20);

/** When the next sound is heard from some second on, in seconds; `Infinity` where there is none. */
export function onsetOf(samples: Float32Array, sampleRate: number, from: number): number {
  for (let at = Math.round(from * sampleRate); at < samples.length; at++)
    if (Math.abs(samples[at]!) >= SOFTEST) return at / sampleRate;
  return Number.POSITIVE_INFINITY;
}

/** Of full scale: what 16 bits hold at the most. */
const FULL = 32_767 / 32_768;

/**
 * How many samples stand at full scale, or jump from one end of it to the other, as a number does that was too large. What
 * is louder than that is not clipped: an engine may be, and mastering takes it down.
 */
export function clippedIn(samples: Float32Array): number {
  return samples.reduce(
    (count, sample, at) =>
      count +
      Number(
        (Math.abs(sample) >= FULL && Math.abs(sample) <= 1) ||
          Math.abs(sample - (samples[at - 1] ?? 0)) > 1.5,
      ),
    0,
  );
}

/** Samples to each side of a place that say what is heard there, at the lower of two rates. */
const REACH = 16;

/** The same sound at another rate: a sinc under a Hann window, which leaves out what the lower rate cannot hold. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const cut = Math.min(1, to / from);
  const reach = REACH / cut;
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, at) => {
    const place = (at * from) / to;
    let sum = 0;
    for (let near = Math.ceil(place - reach); near <= place + reach; near++) {
      const distance = near - place;
      const angle = Math.PI * cut * distance;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      sum += (samples[near] ?? 0) * cut * window * (angle ? Math.sin(angle) / angle : 1);
    }
    return sum;
  });
}
