import { listLinkedArticlePaths } from '#domain/linked-article-paths.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { explainIncoherentPoints } from '#domain/studio/points.ts';
import type { LibraryWithAuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import { IDEAS_FILE_NAME } from '#server/catalogue/editorial/authoring-files.ts';
import { listClaimCoverageProblems } from '#server/catalogue/editorial/claim-coverage.ts';
import {
  compareIdeaPropertySharesWithQuotas,
  listSimilarIdeaPairs,
} from '#server/catalogue/editorial/ideas.ts';
import type { SplitLibraryArticle } from '#server/catalogue/editorial/passages.ts';
import { listSharedPhraseProblems } from '#server/catalogue/editorial/repetitions.ts';
import {
  computeArticleTextFingerprint,
  describeAuditProblem,
  describeReviewDateProblem,
  describeSignOffProblem,
  sumLatestAudit,
  sumReviewSittings,
} from '#server/catalogue/editorial/reviews.ts';
import {
  listRhythmDeviationsFromVoice,
  measureSentenceRhythm,
} from '#server/catalogue/editorial/sentence-rhythm.ts';
import {
  checkStyleHabitLimits,
  describeLengthProblem,
} from '#server/catalogue/editorial/style-habits.ts';
import type { ContentFileError } from '#server/platform/text/file-error.ts';
import { describeDifficultyProblem } from './grade.ts';
import { findIsolatedArticles, MAX_ISOLATED_ARTICLE_SHARE } from './links.ts';

/**
 * Returns the problems that a program can detect in an article. A published article without a review is a problem, but
 * a draft needs no review.
 */
export function findArticleProblems(
  splitArticle: SplitLibraryArticle,
  content: LibraryWithAuthoringFiles,
): ContentFileError[] {
  const { path, article } = splitArticle;
  const idea = content.ideas.find((idea) => idea.article === path);
  const review = content.reviews.get(path);
  const author = content.library.authors.find(
    ({ alias }) => normalizeAlias(alias) === path.split('/')[0],
  );
  const level = idea?.level ?? author?.profile.targetAudience.level;
  const publishedPaths = new Set(content.published.map((other) => other.path));
  const ideaPaths = new Set(content.ideas.map((idea) => idea.article));
  const reasons = [
    ...listClaimCoverageProblems(splitArticle),
    describeLengthProblem(splitArticle),
    level && describeDifficultyProblem(splitArticle, level),
    !idea && `it has no entry in ${IDEAS_FILE_NAME}`,
    idea &&
      idea.field !== `${article.category}.${article.subcategory}` &&
      `it is in ${article.category}.${article.subcategory}, but its idea is in ${idea.field}`,
    idea &&
      idea.level !== article.level &&
      `its level is ${article.level ?? 'missing'}, but its idea’s is ${idea.level}`,
    idea && idea.title !== article.title && `its idea has a different title, “${idea.title}”`,
    article.status === 'published' && !review && 'it is published but has no review',
    ...listLinkedArticlePaths(article.body)
      .filter((link) => !(article.status === 'published' ? publishedPaths : ideaPaths).has(link))
      .map((link) => `it links to /${link}, which is not published`),
    review &&
      review.text !== computeArticleTextFingerprint(splitArticle) &&
      `its review is for a different version of the text; this version's hash is ${computeArticleTextFingerprint(splitArticle)}`,
    review && describeSignOffProblem(review, article.updated),
    review && article.status === 'published' && describeReviewDateProblem(review, article),
  ];
  return reasons
    .filter((reason) => typeof reason === 'string')
    .map((reason) => ({ file: `articles/${path}.md`, line: 1, reason }));
}

/**
 * Returns the problems of the library as a whole, such as missed quotas for kinds of ideas, and exceeded limits for
 * style habits.
 */
export function findLibraryWideProblems(content: LibraryWithAuthoringFiles): ContentFileError[] {
  const { published, ideas, voices, reviews } = content;
  const findReview = ({ path }: SplitLibraryArticle) => reviews.get(path);
  return [
    ...compareIdeaPropertySharesWithQuotas(ideas)
      .filter(({ isMet }) => !isMet)
      .map(({ name, share }) =>
        createProblem(IDEAS_FILE_NAME, `${formatPercent(share)} of the ideas are ${name}`),
      ),
    ...ideas.flatMap(({ article, points }) => {
      const reason = explainIncoherentPoints(points);
      return reason ? [createProblem(IDEAS_FILE_NAME, `${article}: ${reason}`)] : [];
    }),
    ...listSimilarIdeaPairs(ideas).map(([one, other]) =>
      createProblem(IDEAS_FILE_NAME, `${one.article} and ${other.article} may be the same idea`),
    ),
    ...checkStyleHabitLimits(published, findReview)
      .filter(({ isWithinLimit }) => !isWithinLimit)
      .map(({ habit, value }) =>
        createProblem(
          'articles',
          `${habit.name}: ${value.toFixed(2)} but at most ${habit.max} is allowed`,
        ),
      ),
    ...listSharedPhraseProblems(published).map((reason) => createProblem('articles', reason)),
    ...listLinkProblems(published),
    ...listSittingProblems(content),
    ...listAuditProblems(content),
    ...groupArticlesByAuthor(published).flatMap(([author, splitArticles]) => {
      const voice = voices.get(author);
      if (!voice) return [createProblem(`voices/${author}.yaml`, 'this voice sheet is missing')];
      return listRhythmDeviationsFromVoice(voice, measureSentenceRhythm(splitArticles)).map(
        (reason) => createProblem(`voices/${author}.yaml`, reason),
      );
    }),
  ];
}

function listLinkProblems(published: readonly SplitLibraryArticle[]): ContentFileError[] {
  const isolatedCount = findIsolatedArticles(published).length;
  if (isolatedCount <= MAX_ISOLATED_ARTICLE_SHARE * published.length) return [];
  return [
    createProblem(
      'articles',
      `${isolatedCount} of ${published.length} have no links to or from other articles`,
    ),
  ];
}

function listSittingProblems({ reviews }: LibraryWithAuthoringFiles): ContentFileError[] {
  return sumReviewSittings([...reviews.values()]).overfull.map(({ batch, articles }) =>
    createProblem('reviews', `batch ${batch} has ${articles} articles; a sitting has at most ten`),
  );
}

function listAuditProblems({ reviews }: LibraryWithAuthoringFiles): ContentFileError[] {
  const reason = describeAuditProblem(sumLatestAudit([...reviews.values()]));
  return reason ? [createProblem('reviews', reason)] : [];
}

/** Groups articles by their author's alias in lower case. */
export function groupArticlesByAuthor(
  splitArticles: readonly SplitLibraryArticle[],
): [author: string, splitArticles: SplitLibraryArticle[]][] {
  return [...Map.groupBy(splitArticles, ({ path }) => path.split('/')[0]!)];
}

function createProblem(file: string, reason: string): ContentFileError {
  return { file, line: 1, reason };
}

function formatPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
