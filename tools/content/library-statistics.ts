import type { LibraryWithAuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import { compareIdeaPropertySharesWithQuotas } from '#server/catalogue/editorial/ideas.ts';
import {
  countWordsWithoutSummaryAndTagline,
  type SplitLibraryArticle,
} from '#server/catalogue/editorial/passages.ts';
import {
  sumLatestAudit,
  sumReviewSittings,
  sumReviews,
} from '#server/catalogue/editorial/reviews.ts';
import { measureSentenceRhythm } from '#server/catalogue/editorial/sentence-rhythm.ts';
import {
  checkStyleHabitLimits,
  findFirstWordOfIntroduction,
} from '#server/catalogue/editorial/style-habits.ts';
import { groupArticlesByAuthor } from './find-problems.ts';
import { findIsolatedArticles } from './links.ts';

/**
 * Prints statistics about published articles and drafts, to help authors plan further articles. Shows the quotas for
 * kinds of ideas, and the limits for style habits with the passages that exceed them. Also shows the articles' lengths,
 * each author's sentence lengths, and totals from the reviews.
 */
export function printLibraryStatistics({
  ideas,
  published,
  drafts,
  reviews,
  voices,
}: LibraryWithAuthoringFiles): void {
  const splitArticles = [...published, ...drafts];
  console.log('\nIdeas');
  console.table(
    compareIdeaPropertySharesWithQuotas(ideas).map(({ name, share, min, max, isMet }) => ({
      quota: name,
      share: roundToHundredths(share),
      bound: min === undefined ? `≤ ${max}` : `≥ ${min}`,
      met: isMet,
    })),
  );
  console.log('\nHabits of style');
  const counts = checkStyleHabitLimits(splitArticles, ({ path }) => reviews.get(path));
  console.table(
    counts.map(({ habit, value, isWithinLimit }) => ({
      device: habit.name,
      of: habit.unit,
      value: roundToHundredths(value),
      max: habit.max,
      kept: isWithinLimit,
    })),
  );
  for (const { habit, occurrences } of counts.filter(({ isWithinLimit }) => !isWithinLimit)) {
    console.log(`\n${habit.name}`);
    for (const occurrence of occurrences) console.log(`  ${occurrence}`);
  }
  const lengths = splitArticles.map(countWordsWithoutSummaryAndTagline).sort((a, b) => a - b);
  console.log(
    `\nLengths: ${lengths[0]} to ${lengths.at(-1)} words, median ${lengths[lengths.length >> 1]}.`,
  );
  console.log(
    `\nIntroductions start with: ${formatFrequencies(splitArticles.map(findFirstWordOfIntroduction))}.`,
  );
  printIsolatedArticles(splitArticles);
  console.log('\nVoices');
  console.table(
    groupArticlesByAuthor(splitArticles).map(([author, articles]) => {
      const { mean, short } = measureSentenceRhythm(articles);
      const voice = voices.get(author)?.sentences;
      return {
        author,
        articles: articles.length,
        'words per sentence': roundToHundredths(mean),
        band: voice?.mean.join('–'),
        short: roundToHundredths(short),
        'short band': voice?.short.join('–'),
      };
    }),
  );
  console.log('\nReviews');
  const { findings, ...totals } = sumReviews([...reviews.values()]);
  console.table([{ ...totals, ...findings }]);
  console.log('\nAudits');
  console.table([sumLatestAudit([...reviews.values()])]);
  const sittingTotals = sumReviewSittings(published.flatMap(({ path }) => reviews.get(path) ?? []));
  console.log(
    `\nRead in mixed sittings: ${sittingTotals.articles} of ${published.length} published articles, in ${sittingTotals.sittings} sittings.`,
  );
}

/** Returns words with their frequencies, most frequent first. Omits words that occur only once. */
function formatFrequencies(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)]
    .map(([word, { length }]) => [word, length] as const)
    .filter(([, count]) => count > 1)
    .toSorted(([, one], [, other]) => other - one)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}

function printIsolatedArticles(splitArticles: readonly SplitLibraryArticle[]): void {
  const isolatedPaths = findIsolatedArticles(splitArticles);
  console.log(
    `\nNo links to or from other articles: ${isolatedPaths.length} of ${splitArticles.length}`,
  );
  for (const path of isolatedPaths) console.log(`  ${path}`);
}

function roundToHundredths(value: number): number {
  return Math.round(100 * value) / 100;
}
