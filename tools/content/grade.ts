import { syllable } from 'syllable';
import type { Level } from '#domain/level.ts';
import {
  listSentences,
  type ParsedArticle,
  splitWords,
} from '#server/catalogue/editorial/passages.ts';

/** Maximum grade (years of school) of a text by level. Names and technical terms raise a text's grade. */
const HIGHEST: Readonly<Record<Level, number>> = {
  beginner: 9.5,
  intermediate: 11.5,
  advanced: 13.5,
};

/** Returns the Flesch–Kincaid grade (1975): years of school, from the lengths of sentences and words. */
function calculateGrade(reading: ParsedArticle): number {
  const sentences = listSentences(reading);
  const words = sentences.flatMap(splitWords);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Returns a problem with an article's difficulty for its level, or `undefined`. */
export function describeGradeProblem(reading: ParsedArticle, level: Level): string | undefined {
  const grade = calculateGrade(reading);
  if (grade <= HIGHEST[level]) return undefined;
  return `reads at grade ${grade.toFixed(1)}; the limit for ${level} is ${HIGHEST[level]}`;
}
