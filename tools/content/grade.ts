import { syllable } from 'syllable';
import type { Level } from '#domain/level.ts';
import {
  listProseSentences,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from '#server/catalogue/editorial/passages.ts';

/** The maximum grade (years of school) of a text for each level. Names and technical terms raise a text's grade. */
const HIGHEST: Readonly<Record<Level, number>> = {
  beginner: 9.5,
  intermediate: 11.5,
  advanced: 13.5,
};

/**
 * Returns the Flesch–Kincaid grade of a text (1975): the years of school that reading it takes, calculated from the
 * lengths of its sentences and words.
 */
function calculateGrade(article: SplitLibraryArticle): number {
  const sentences = listProseSentences(article);
  const words = sentences.flatMap(splitIntoLowerCaseWords);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Returns a message if an article is too difficult for its level, and undefined otherwise. */
export function describeDifficultyProblem(
  article: SplitLibraryArticle,
  level: Level,
): string | undefined {
  const grade = calculateGrade(article);
  if (grade <= HIGHEST[level]) return undefined;
  return `reads at grade ${grade.toFixed(1)}; the limit for ${level} is ${HIGHEST[level]}`;
}
