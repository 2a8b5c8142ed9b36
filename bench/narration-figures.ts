/** What is measured of one narration: of its files, as a listener has them. */

import type { SentenceTiming, Timings } from '#domain/timings.ts';
import { loudnessOf } from '#server/catalogue/narration/mastering/loudness.ts';
import { truePeakOf } from '#server/catalogue/narration/mastering/true-peak.ts';
import { PAUSES } from '#server/catalogue/narration/recording.ts';
import type { Script } from '#server/catalogue/narration/script/service.ts';
import { decode, lengthsOf, type Mp3Sound } from './mp3-file.ts';
import { clippedIn, longestSilence, onsetOf } from './sound.ts';

/** The files of a narration, as they are kept. */
export interface NarrationFiles {
  mp3: Uint8Array;
  timings: Timings;
  preview: Uint8Array;
}

export interface NarrationFigures {
  /** Seconds, decoded. */
  seconds: number;
  previewSeconds: number;
  /** How far the file's own lengths, and that of its times, are from what is decoded: the worst, as a share of it. */
  deviation: number;
  /** Seconds between the sum of all sentences and pauses, and what is decoded. */
  drift: number;
  /** Times that do not follow those before them. */
  disorders: number;
  /** Seconds between where a sentence begins and where it is said to: the worst. */
  offset: number;
  /** LUFS, and dB of full scale. */
  loudness: number;
  truePeak: number;
  clippedSamples: number;
  /** Seconds. */
  longestSilence: number;
}

/** Decodes a narration of `script` and measures it; its sound is given back too. */
export async function measureNarration(
  { mp3, timings, preview }: NarrationFiles,
  script: Script,
): Promise<{ figures: NarrationFigures; sound: Mp3Sound }> {
  const sound = await decode(mp3);
  const beginning = await decode(preview);
  const { samples, sampleRate } = sound;
  const seconds = samples.length / sampleRate;
  const { promised, held } = lengthsOf(mp3);
  const lengths = [promised, held, timings.seconds];
  const figures = {
    seconds,
    previewSeconds: beginning.samples.length / beginning.sampleRate,
    deviation: Math.max(...lengths.map((length) => Math.abs(length - seconds))) / seconds,
    drift: Math.abs(sumOf(timings, script) - seconds),
    disorders: disordersIn(timings),
    offset: worstOffset(timings.sentences, sound),
    loudness: loudnessOf(samples, sampleRate),
    truePeak: truePeakOf(samples),
    clippedSamples: clippedIn(samples),
    longestSilence: longestSilence(samples, sampleRate),
  };
  return { figures, sound };
}

/** Seconds of all sentences, with the pauses that belong between them by where they stand in the script. */
function sumOf({ sentences }: Timings, { sections }: Script): number {
  const sectionOf = new Map(
    sections.flatMap(({ passages }, section) => passages.map(({ anchor }) => [anchor, section])),
  );
  const pauseBefore = ({ anchor }: SentenceTiming, before: SentenceTiming | undefined) => {
    if (!before) return PAUSES.start;
    if (anchor === before.anchor) return PAUSES.sentence;
    const isSame = sectionOf.get(anchor) === sectionOf.get(before.anchor);
    return isSame ? PAUSES.passage : PAUSES.section;
  };
  return sentences.reduce<number>(
    (sum, sentence, at) => sum + pauseBefore(sentence, sentences[at - 1]) + lengthOf(sentence),
    PAUSES.end,
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

/** Each sentence but the first is looked for from the middle of the pause before it. */
function worstOffset(sentences: readonly SentenceTiming[], sound: Mp3Sound): number {
  const offsets = sentences.slice(1).map(({ from }, at) => {
    const { to: before } = sentences[at]!;
    return Math.abs(onsetOf(sound.samples, sound.sampleRate, (before + from) / 2) - from);
  });
  return Math.max(0, ...offsets);
}
