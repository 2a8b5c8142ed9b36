import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { WritingVoice } from '#domain/studio/personas.ts';
import { listClaimCoverageProblems } from './claim-coverage.ts';
import { type Passage, splitIntoPassages } from './passages.ts';
import { listRhythmDeviationsFromVoice, measureRhythm } from './sentence-rhythm.ts';
import { describeLengthProblem, listStyleHabitProblems } from './style-habits.ts';

/** The text of an article, regardless of its status. */
export type TextToCheck = Pick<Article, 'title' | 'tagline' | 'body'>;

/**
 * Runs the library's checks on one article. Returns one problem for each statement that no claim covers, for a length
 * outside the limits, for each excessive style habit, and for each measure of sentence length that does not fit the
 * author's voice. The problems have no final period.
 */
export function listArticleTextProblems(
  article: TextToCheck,
  alias: string,
  claims: ClaimsFile | undefined,
  voice: WritingVoice | undefined,
): string[] {
  const passages: Passage[] = splitIntoPassages(article, alias);
  const splitArticle = { article, claims, passages };
  const length = describeLengthProblem(splitArticle);
  return [
    ...listClaimCoverageProblems(splitArticle),
    ...(length ? [length] : []),
    ...listStyleHabitProblems(splitArticle),
    ...(voice ? listRhythmDeviationsFromVoice(voice, measureRhythm([splitArticle])) : []),
  ];
}
