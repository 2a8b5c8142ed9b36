import type { WritingVoice } from '#domain/studio/personas.ts';
import { listProseSentences, type SplitArticle, splitIntoLowerCaseWords } from './passages.ts';

const MAX_SHORT_SENTENCE_WORDS = 5;

/** Statistics about the sentence lengths in articles. */
export interface SentenceRhythm {
  sentences: number;
  /** Average number of words per sentence. */
  mean: number;
  /** The share of short sentences among all sentences, from 0 to 1. */
  short: number;
}

export function measureSentenceRhythm(
  articles: readonly Pick<SplitArticle, 'passages'>[],
): SentenceRhythm {
  const lengths = articles
    .flatMap(listProseSentences)
    .map((sentence) => splitIntoLowerCaseWords(sentence).length);
  const sentences = lengths.length || 1;
  return {
    sentences: lengths.length,
    mean: lengths.reduce((sum, length) => sum + length, 0) / sentences,
    short: lengths.filter((length) => length <= MAX_SHORT_SENTENCE_WORDS).length / sentences,
  };
}

/**
 * Compares statistics about an author's sentence lengths with the ranges in the author's voice sheet. Returns a
 * sentence for each statistic that is outside its range.
 */
export function listRhythmDeviationsFromVoice(
  { sentences }: WritingVoice,
  rhythm: SentenceRhythm,
): string[] {
  const deviations: string[] = [];
  const [minMean, maxMean] = sentences.mean;
  const [minShort, maxShort] = sentences.short;
  if (rhythm.mean < minMean || rhythm.mean > maxMean)
    deviations.push(
      `${rhythm.mean.toFixed(1)} words per sentence; the voice has ${minMean} to ${maxMean}`,
    );
  if (rhythm.short < minShort || rhythm.short > maxShort)
    deviations.push(
      `${formatPercent(rhythm.short)} of sentences are short; the voice has ${formatPercent(minShort)} to ${formatPercent(maxShort)}`,
    );
  return deviations;
}

function formatPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
