/** This module measures the audio quality of one narration, from the files that a listener receives. */

import type { RecordingTimings, SentenceTiming } from '#domain/timings.ts';
import { measureLoudness } from '#speech/mastering/loudness.ts';
import { measureTruePeakInDecibels } from '#speech/mastering/true-peak.ts';
import { PAUSES_IN_SECONDS, SECONDS_BEFORE_SECTION_CUE } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
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
   * The largest difference between the decoded audio's length and a length stated in the MP3 file or in the timings, as
   * a share of the decoded audio's length.
   */
  deviation: number;
  /**
   * The difference, in seconds, between the decoded audio's length and the total duration of all sentences and pauses.
   */
  drift: number;
  /** The number of sentences and chapters with invalid timings, such as a start before the end of the previous one. */
  invalidTimingCount: number;
  /** The largest difference, in seconds, between the audible start of a sentence and its start in the timings. */
  maxTimingError: number;
  /** The integrated loudness in LUFS. */
  loudness: number;
  /** The true peak in dB relative to full scale. */
  truePeak: number;
  clippedSamples: number;
  /** The longest silence in seconds. */
  longestSilence: number;
  /**
   * The lengths of the shortest and longest pauses, in seconds, as a listener hears them. The first two are pauses
   * between sentences in a paragraph. The others are pauses between paragraphs in a section (`Passage`), and between
   * sections (`Section`).
   */
  shortestPause: number;
  longestPause: number;
  shortestPassagePause: number;
  longestPassagePause: number;
  shortestSectionPause: number;
  longestSectionPause: number;
  /** The loudness, in LUFS, of the softest and the loudest cue. A cue is the sound between two sections. */
  softestCue: number;
  loudestCue: number;
}

/** Decodes a narration of `script`, and measures its quality. Returns the measurements and the decoded audio. */
export async function measureNarration(
  { mp3, timings, preview }: NarrationFiles,
  script: NarrationScript,
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
    invalidTimingCount: countDisorders(timings),
    maxTimingError: measureWorstOffset(timings.sentences, audio),
    loudness: measureLoudness(samples, sampleRate),
    truePeak: measureTruePeakInDecibels(samples),
    clippedSamples: countClippedSamples(samples),
    longestSilence: measureLongestSilence(samples, sampleRate),
    ...measurePauses(timings.sentences, script, audio),
  };
  return { figures, audio };
}

type PauseKind = 'sentence' | 'passage' | 'section';

/** Returns a function that determines which kind of pause separates two consecutive sentences of a script. */
function createPauseClassifier({ sections }: NarrationScript) {
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
 * Half the length of the shortest pause between two sentences, in seconds. Every pause is silent at this distance from
 * its start and from its end.
 */
const WITHIN_PAUSE = PAUSES_IN_SECONDS.sentence / 2;

function measurePauses(
  sentences: readonly SentenceTiming[],
  script: NarrationScript,
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
    const from = Math.round((previous.to + SECONDS_BEFORE_SECTION_CUE) * sampleRate);
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

/** Returns a narration's total duration in seconds: its sentences, as stated in the timings, and all its pauses. */
function sumSeconds({ sentences }: RecordingTimings, script: NarrationScript): number {
  const kindOf = createPauseClassifier(script);
  const pauseBefore = (sentence: SentenceTiming, previous: SentenceTiming | undefined) =>
    PAUSES_IN_SECONDS[previous ? kindOf(previous, sentence) : 'start'];
  return sentences.reduce<number>(
    (sum, sentence, at) =>
      sum + pauseBefore(sentence, sentences[at - 1]) + computeDuration(sentence),
    PAUSES_IN_SECONDS.end,
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
 * Returns the largest difference, in seconds, between the audible start of a sentence and its start in the timings. The
 * search for the audible start begins {@link WITHIN_PAUSE} before the start in the timings. Skips the first sentence,
 * because the silence before it is shorter.
 */
function measureWorstOffset(sentences: readonly SentenceTiming[], audio: DecodedAudio): number {
  const offsets = sentences.slice(1).map(({ from }) => {
    const onset = findSoundStartAfter(audio.samples, audio.sampleRate, from - WITHIN_PAUSE);
    return Math.abs(onset - from);
  });
  return Math.max(0, ...offsets);
}
