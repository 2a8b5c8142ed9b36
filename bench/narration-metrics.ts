/** This module measures one narration from the files that a listener receives. */

import type { RecordingTimings, SentenceTiming } from '#domain/timings.ts';
import { measureLoudness } from '#speech/mastering/loudness.ts';
import { measureTruePeakInDecibels } from '#speech/mastering/true-peak.ts';
import { PAUSE_SECONDS, SECONDS_BEFORE_CUE } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import { SECTION_CUE_SECONDS } from '#speech/section-cue.ts';
import { type DecodedAudio, decodeMp3, readMp3Durations } from './mp3-file.ts';
import {
  countClippedSamples,
  findSoundEndBefore,
  findSoundStartAfter,
  measureLongestSilence,
} from './sound.ts';

/** The stored files of a narration. */
export interface NarrationFiles {
  mp3: Uint8Array;
  timings: RecordingTimings;
  preview: Uint8Array;
}

export interface NarrationQualityMetrics {
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
  /** The true peak in dB relative to full scale. */
  truePeak: number;
  clippedSamples: number;
  /** The longest silence in seconds. */
  longestSilence: number;
  /**
   * Audible pauses in seconds: between two sentences of a paragraph, between two paragraphs of a section, and between
   * two sections, including the cue.
   */
  shortestPause: number;
  longestPause: number;
  shortestPassagePause: number;
  longestPassagePause: number;
  shortestSectionPause: number;
  longestSectionPause: number;
  /** The loudness of the cues between sections, in LUFS. */
  softestCue: number;
  loudestCue: number;
}

/** Decodes and measures a narration of `script`. Returns the measurements and the decoded audio. */
export async function measureNarration(
  { mp3, timings, preview }: NarrationFiles,
  script: Script,
): Promise<{ figures: NarrationQualityMetrics; audio: DecodedAudio }> {
  const audio = await decodeMp3(mp3);
  const previewAudio = await decodeMp3(preview);
  const { samples, sampleRate } = audio;
  const seconds = samples.length / sampleRate;
  const { infoFrameSeconds, audioFrameSeconds } = readMp3Durations(mp3);
  const statedDurations = [infoFrameSeconds, audioFrameSeconds, timings.seconds];
  const figures = {
    seconds,
    previewSeconds: previewAudio.samples.length / previewAudio.sampleRate,
    deviation:
      Math.max(...statedDurations.map((duration) => Math.abs(duration - seconds))) / seconds,
    drift: Math.abs(sumSeconds(timings, script) - seconds),
    disorders: countDisorders(timings),
    offset: measureWorstOffset(timings.sentences, audio),
    loudness: measureLoudness(samples, sampleRate),
    truePeak: measureTruePeakInDecibels(samples),
    clippedSamples: countClippedSamples(samples),
    longestSilence: measureLongestSilence(samples, sampleRate),
    ...measurePauses(timings.sentences, script, audio),
  };
  return { figures, audio };
}

type PauseKind = 'sentence' | 'passage' | 'section';

/** Returns a function that finds the kind of pause between two consecutive sentences of a script. */
function createPauseClassifier({ sections }: Script) {
  const sectionOf = new Map(
    sections.flatMap(({ passages }, section) => passages.map(({ anchor }) => [anchor, section])),
  );
  return (previous: SentenceTiming, sentence: SentenceTiming): PauseKind => {
    if (sentence.anchor === previous.anchor) return 'sentence';
    return sectionOf.get(sentence.anchor) === sectionOf.get(previous.anchor)
      ? 'passage'
      : 'section';
  };
}

/**
 * A distance, in seconds, from either end of a pause at which every pause is silent. It is half the length of the
 * shortest pause.
 */
const WITHIN_PAUSE = PAUSE_SECONDS.sentence / 2;

function measurePauses(
  sentences: readonly SentenceTiming[],
  script: Script,
  { samples, sampleRate }: DecodedAudio,
) {
  const kindOf = createPauseClassifier(script);
  const pauses: Record<PauseKind, number[]> = { sentence: [], passage: [], section: [] };
  const cues: number[] = [];
  for (const [at, sentence] of sentences.slice(1).entries()) {
    const previous = sentences[at]!;
    const kind = kindOf(previous, sentence);
    const ending = findSoundEndBefore(samples, sampleRate, previous.to + WITHIN_PAUSE);
    const onset = findSoundStartAfter(samples, sampleRate, sentence.from - WITHIN_PAUSE);
    pauses[kind].push(onset - ending);
    if (kind !== 'section') continue;
    const from = Math.round((previous.to + SECONDS_BEFORE_CUE) * sampleRate);
    const cue = samples.subarray(from, from + Math.round(SECTION_CUE_SECONDS * sampleRate));
    cues.push(measureLoudness(cue, sampleRate));
  }
  return {
    shortestPause: Math.min(...pauses.sentence),
    longestPause: Math.max(...pauses.sentence),
    shortestPassagePause: Math.min(...pauses.passage),
    longestPassagePause: Math.max(...pauses.passage),
    shortestSectionPause: Math.min(...pauses.section),
    longestSectionPause: Math.max(...pauses.section),
    softestCue: Math.min(...cues),
    loudestCue: Math.max(...cues),
  };
}

/**
 * Returns the length of a narration in seconds: the sum of its sentences, and of the pauses that the script requires.
 */
function sumSeconds({ sentences }: RecordingTimings, script: Script): number {
  const kindOf = createPauseClassifier(script);
  const pauseBefore = (sentence: SentenceTiming, previous: SentenceTiming | undefined) =>
    PAUSE_SECONDS[previous ? kindOf(previous, sentence) : 'start'];
  return sentences.reduce<number>(
    (sum, sentence, at) =>
      sum + pauseBefore(sentence, sentences[at - 1]) + computeDuration(sentence),
    PAUSE_SECONDS.end,
  );
}

const computeDuration = ({ from, to }: { from: number; to: number }) => to - from;

function countDisorders({ seconds, chapters, sentences }: RecordingTimings): number {
  const countIn = (parts: RecordingTimings['chapters' | 'sentences']) =>
    parts.filter((part, at) => {
      const { to: previousEnd } = parts[at - 1] ?? { to: 0 };
      return part.from < previousEnd || part.to <= part.from || part.to > seconds;
    }).length;
  return countIn(chapters) + countIn(sentences);
}

/**
 * Measures the largest difference between a sentence's beginning and its timing, in seconds. Skips the first sentence,
 * since the search for a beginning starts in the preceding pause.
 */
function measureWorstOffset(sentences: readonly SentenceTiming[], audio: DecodedAudio): number {
  const offsets = sentences.slice(1).map(({ from }) => {
    const onset = findSoundStartAfter(audio.samples, audio.sampleRate, from - WITHIN_PAUSE);
    return Math.abs(onset - from);
  });
  return Math.max(0, ...offsets);
}
