import { syllable } from 'syllable';
import type { Level } from '#domain/level.ts';
import {
  listProseSentences,
  type SplitLibraryArticle,
  splitIntoLowerCaseWords,
} from '#server/catalogue/editorial/passages.ts';

/**
 * Maximum reading grade (years of school) of an article, by the article's level. The limits allow for names and
 * technical terms, which raise the grade.
 */
const MAX_GRADES: Readonly<Record<Level, number>> = {
  beginner: 9.5,
  intermediate: 11.5,
  advanced: 13.5,
};

/**
 * Returns an article's Flesch–Kincaid grade (1975). The grade is the number of years of school that a reader needs to
 * understand the article. It is calculated from the words per sentence and the syllables per word.
 */
function calculateGrade(article: SplitLibraryArticle): number {
  const sentences = listProseSentences(article);
  const words = sentences.flatMap(splitIntoLowerCaseWords);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Returns a message if an article's reading grade is too high for its level. Otherwise, returns `undefined`. */
export function describeDifficultyProblem(
  article: SplitLibraryArticle,
  level: Level,
): string | undefined {
  const grade = calculateGrade(article);
  if (grade <= MAX_GRADES[level]) return undefined;
  return `reads at grade ${grade.toFixed(1)}; the limit for ${level} is ${MAX_GRADES[level]}`;
}
