/**
 * This module calculates the share of a narration's words that speech recognizers get wrong. It measures only some
 * passages, because recognizers are slow.
 */

import type { RecordingTimings } from '#domain/timings.ts';
import { concatSamples } from '#speech/encoding/bytes.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import type { DecodedAudio } from './mp3-file.ts';
import { computeWordErrorRates, type SpeechRecognizer } from './speech-recognizer.ts';

/** The minimum number of words per article that the recognizers transcribe. Speaking them takes about forty seconds. */
const PASSAGE_WORD_COUNT = 100;
/**
 * The interval between the passages that the recognizers transcribe. They transcribe every fifth
 * passage, so that the passages come from different sections of the article.
 */
const PASSAGE_INTERVAL = 5;
/** The length, in seconds, of the pause that is included on each side of a passage. */
const PAUSE_SECONDS = 0.2;

type Passage = NarrationScript['sections'][number]['passages'][number];

/**
 * Returns the word error rate of each recognizer in selected passages of a narration. The same passages are selected
 * for all narrators.
 */
export function measureWordErrorRates(
  recognizers: readonly SpeechRecognizer[],
  { samples, sampleRate }: DecodedAudio,
  { sentences }: RecordingTimings,
  script: NarrationScript,
): number[] {
  const passages = selectPassages(script);
  const parts = passages.map(({ anchor }) => {
    const times = sentences.filter((sentence) => sentence.anchor === anchor);
    const from = Math.max(0, times[0]!.from - PAUSE_SECONDS);
    const to = times.at(-1)!.to + PAUSE_SECONDS;
    return samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
  });
  const spoken = passages.map(joinSpokenText).join(' ');
  return computeWordErrorRates(recognizers, concatSamples(parts), sampleRate, spoken);
}

function selectPassages({ sections }: NarrationScript): Passage[] {
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
