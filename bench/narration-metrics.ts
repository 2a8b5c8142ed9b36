/** This module measures one narration from the files that a listener receives. */

import type { SentenceTiming, Timings } from '#domain/timings.ts';
import { measureLoudness } from '#speech/mastering/loudness.ts';
import { measureTruePeakInDecibels } from '#speech/mastering/true-peak.ts';
import { PAUSE_SECONDS } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import { type DecodedAudio, decodeMp3, readMp3Durations } from './mp3-file.ts';
import {
  countClippedSamples,
  findOnset,
  measureLongestSilence,
  measureSilenceAround,
} from './sound.ts';

/** The stored files of a narration. */
export interface NarrationFiles {
  mp3: Uint8Array;
  timings: Timings;
  preview: Uint8Array;
}

export interface NarrationMetrics {
  /** The length of the decoded audio in seconds. */
  seconds: number;
  previewSeconds: number;
  /**
   * The largest difference between the decoded length and the lengths stated in the file and in its timings, as a share
   * of the decoded length.
   */
  deviation: number;
  /** The difference, in seconds, between the decoded length and the sum of all sentences and pauses. */
  drift: number;
  /** The number of timings that are out of order. */
  disorders: number;
  /** The largest difference between a sentence's beginning and its timing, in seconds. */
  offset: number;
  /** The integrated loudness in LUFS. */
  loudness: number;
  /** The true peak in dB of full scale. */
  truePeak: number;
  clippedSamples: number;
  /** The longest silence in seconds. */
  longestSilence: number;
  /**
   * Audible pauses in seconds. A pause separates two sentences of a section, and a section pause separates two
   * sections.
   */
  shortestPause: number;
  longestPause: number;
  shortestSectionPause: number;
  longestSectionPause: number;
}

/** Decodes and measures a narration of `script`. Returns the figures and the decoded audio. */
export async function measureNarration(
  { mp3, timings, preview }: NarrationFiles,
  script: Script,
): Promise<{ figures: NarrationMetrics; sound: DecodedAudio }> {
  const sound = await decodeMp3(mp3);
  const beginning = await decodeMp3(preview);
  const { samples, sampleRate } = sound;
  const seconds = samples.length / sampleRate;
  const { promised, held } = readMp3Durations(mp3);
  const lengths = [promised, held, timings.seconds];
  const figures = {
    seconds,
    previewSeconds: beginning.samples.length / beginning.sampleRate,
    deviation: Math.max(...lengths.map((length) => Math.abs(length - seconds))) / seconds,
    drift: Math.abs(sumSeconds(timings, script) - seconds),
    disorders: disordersIn(timings),
    offset: measureWorstOffset(timings.sentences, sound),
    loudness: measureLoudness(samples, sampleRate),
    truePeak: measureTruePeakInDecibels(samples),
    clippedSamples: countClippedSamples(samples),
    longestSilence: measureLongestSilence(samples, sampleRate),
    ...pausesIn(timings.sentences, script, sound),
  };
  return { figures, sound };
}

/** Returns a function that tells whether two positions of a script are in the same section. */
function sectionMatcher({ sections }: Script) {
  const sectionOf = new Map(
    sections.flatMap(({ passages }, section) => passages.map(({ anchor }) => [anchor, section])),
  );
  return (one: SentenceTiming, other: SentenceTiming) =>
    sectionOf.get(one.anchor) === sectionOf.get(other.anchor);
}

function pausesIn(
  sentences: readonly SentenceTiming[],
  script: Script,
  { samples, sampleRate }: DecodedAudio,
) {
  const isSameSection = sectionMatcher(script);
  const pauses: [within: number[], between: number[]] = [[], []];
  for (const [at, sentence] of sentences.slice(1).entries()) {
    const before = sentences[at]!;
    const heard = measureSilenceAround(samples, sampleRate, (before.to + sentence.from) / 2);
    pauses[isSameSection(before, sentence) ? 0 : 1].push(heard);
  }
  const [within, between] = pauses;
  return {
    shortestPause: Math.min(...within),
    longestPause: Math.max(...within),
    shortestSectionPause: Math.min(...between),
    longestSectionPause: Math.max(...between),
  };
}

/** Returns the length of a narration in seconds: the sum of its sentences, and of the pauses that the script requires. */
function sumSeconds({ sentences }: Timings, script: Script): number {
  const isSameSection = sectionMatcher(script);
  const pauseBefore = (sentence: SentenceTiming, before: SentenceTiming | undefined) => {
    if (!before) return PAUSE_SECONDS.start;
    if (sentence.anchor === before.anchor) return PAUSE_SECONDS.sentence;
    return isSameSection(sentence, before) ? PAUSE_SECONDS.passage : PAUSE_SECONDS.section;
  };
  return sentences.reduce<number>(
    (sum, sentence, at) => sum + pauseBefore(sentence, sentences[at - 1]) + lengthOf(sentence),
    PAUSE_SECONDS.end,
  );
}

const lengthOf = ({ from, to }: { from: number; to: number }) => to - from;

function disordersIn({ seconds, chapters, sentences }: Timings): number {
  const among = (parts: Timings['chapters' | 'sentences']) =>
    parts.filter((part, at) => {
      const { to: before } = parts[at - 1] ?? { to: 0 };
      return part.from < before || part.to <= part.from || part.to > seconds;
    }).length;
  return among(chapters) + among(sentences);
}

/**
 * Measures the largest difference between a sentence's beginning and its timing, in seconds. Skips the first sentence,
 * since the search for a beginning starts in the middle of the preceding pause.
 */
function measureWorstOffset(sentences: readonly SentenceTiming[], sound: DecodedAudio): number {
  const offsets = sentences.slice(1).map(({ from }, at) => {
    const { to: before } = sentences[at]!;
    return Math.abs(findOnset(sound.samples, sound.sampleRate, (before + from) / 2) - from);
  });
  return Math.max(0, ...offsets);
}
