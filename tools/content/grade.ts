import { syllable } from 'syllable';
import type { Level } from '#domain/level.ts';
import {
  listSentences,
  type ParsedArticle,
  splitWords,
} from '#server/catalogue/editorial/passages.ts';

/** Years of school up to which a text of each level may ask for. Names and terms of a subject raise it. */
const HIGHEST: Readonly<Record<Level, number>> = {
  beginner: 9.5,
  intermediate: 11.5,
  advanced: 13.5,
};

/** The grade of Flesch and Kincaid (1975): years of school by the length of sentences and of words. */
function gradeOf(reading: ParsedArticle): number {
  const sentences = listSentences(reading);
  const words = sentences.flatMap(splitWords);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** What is wrong with how hard an article of that level reads, in words; nothing when it fits. */
export function gradeFault(reading: ParsedArticle, level: Level): string | undefined {
  const grade = gradeOf(reading);
  if (grade <= HIGHEST[level]) return undefined;
  return `reads at grade ${grade.toFixed(1)}; the limit for ${level} is ${HIGHEST[level]}`;
}
