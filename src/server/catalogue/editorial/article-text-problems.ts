import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { WritingVoice } from '#domain/studio/personas.ts';
import { listClaimCoverageProblems } from './claim-coverage.ts';
import { type Passage, splitIntoPassages } from './passages.ts';
import { listRhythmDeviationsFromVoice, measureSentenceRhythm } from './sentence-rhythm.ts';
import { describeLengthProblem, listStyleHabitProblems } from './style-habits.ts';

/** The parts of an article that are checked. The article can be a draft or already published. */
export type ArticleTextToCheck = Pick<Article, 'title' | 'tagline' | 'body'>;

/**
 * Checks the text of one article against the rules for articles in the content library. Returns problems with its
 * claims, length, style habits and sentence lengths, such as a statement without a recorded source, too many words, a
 * habit that occurs too often, or sentences that do not fit the author's voice sheet. Each problem is a sentence
 * without a final period.
 */
export function listArticleTextProblems(
  article: ArticleTextToCheck,
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
    ...(voice ? listRhythmDeviationsFromVoice(voice, measureSentenceRhythm([splitArticle])) : []),
  ];
}
