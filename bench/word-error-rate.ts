/**
 * This module measures how much of a narration the recognizers understand. Only some passages are measured, since
 * recognizers are slow.
 */

import type { RecordingTimings } from '#domain/timings.ts';
import { concatSamples } from '#speech/encoding/bytes.ts';
import type { Script } from '#speech/script/script.ts';
import type { DecodedAudio } from './mp3-file.ts';
import { type Recognizer, transcribeForWordErrorRates } from './recognizer.ts';

/** The minimum number of words that are recognized per article, about forty seconds of speech. */
const PASSAGE_WORD_COUNT = 100;
/**
 * The interval between recognized passages. Every fifth passage is recognized, so that the passages come from all parts
 * of the article.
 */
const PASSAGE_INTERVAL = 5;
/** The length, in seconds, of the pause that is included on each side of a passage. */
const PAUSE_SECONDS = 0.2;

type Passage = Script['sections'][number]['passages'][number];

/**
 * Returns the share of words that each recognizer got wrong in the selected passages of a narration. The same passages
 * are selected for all narrators.
 */
export function measureWordErrorRates(
  recognizers: readonly Recognizer[],
  { samples, sampleRate }: DecodedAudio,
  { sentences }: RecordingTimings,
  script: Script,
): number[] {
  const passages = selectPassages(script);
  const parts = passages.map(({ anchor }) => {
    const times = sentences.filter((sentence) => sentence.anchor === anchor);
    const from = Math.max(0, times[0]!.from - PAUSE_SECONDS);
    const to = times.at(-1)!.to + PAUSE_SECONDS;
    return samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
  });
  const spoken = passages.map(joinSpokenText).join(' ');
  return transcribeForWordErrorRates(recognizers, concatSamples(parts), sampleRate, spoken);
}

function selectPassages({ sections }: Script): Passage[] {
  const passages = sections.slice(1).flatMap(({ passages }) => passages);
  const selected: Passage[] = [];
  let words = 0;
  for (let at = 0; at < passages.length && words < PASSAGE_WORD_COUNT; at += PASSAGE_INTERVAL) {
    selected.push(passages[at]!);
    words += joinSpokenText(passages[at]!).split(' ').length;
  }
  return selected;
}

function joinSpokenText({ sentences }: Passage): string {
  return sentences.map(({ spoken }) => spoken).join(' ');
}
