import { syllable } from 'syllable';
import type { Level } from '#domain/level.ts';
import {
  listProseSentences,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from '#server/catalogue/editorial/passages.ts';

/** Maximum grade (years of school) of an article, by level. Names and technical terms raise an article's grade. */
const MAX_GRADES: Readonly<Record<Level, number>> = {
  beginner: 9.5,
  intermediate: 11.5,
  advanced: 13.5,
};

/**
 * Returns the Flesch–Kincaid grade of an article (1975): the years of school that a reader needs to understand it. The
 * grade is calculated from the lengths of the article's sentences and words.
 */
function calculateGrade(article: SplitLibraryArticle): number {
  const sentences = listProseSentences(article);
  const words = sentences.flatMap(splitIntoLowerCaseWords);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Returns a message if an article is too difficult for its level. Otherwise, returns `undefined`. */
export function describeDifficultyProblem(
  article: SplitLibraryArticle,
  level: Level,
): string | undefined {
  const grade = calculateGrade(article);
  if (grade <= MAX_GRADES[level]) return undefined;
  return `reads at grade ${grade.toFixed(1)}; the limit for ${level} is ${MAX_GRADES[level]}`;
}
