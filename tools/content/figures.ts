import type { AuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import { tallyQuotas } from '#server/catalogue/editorial/ideas.ts';
import { lengthOf, type Reading } from '#server/catalogue/editorial/reading.ts';
import { auditTotalsOf, sittingTotalsOf, totalsOf } from '#server/catalogue/editorial/reviews.ts';
import { countDevices, openingOf } from '#server/catalogue/editorial/style.ts';
import { rhythmOf } from '#server/catalogue/editorial/voices.ts';
import { byAuthor } from './judge.ts';
import { articlesAlone } from './links.ts';

/**
 * Prints what is counted over the published articles and the drafts together, for whoever writes the next: quotas of
 * ideas, budgets of style with the places where they are broken, lengths, voices, and the totals of the reviews.
 */
export function printFigures({ ideas, published, drafts, reviews, voices }: AuthoringFiles): void {
  const readings = [...published, ...drafts];
  console.log('\nIdeas');
  console.table(
    tallyQuotas(ideas).map(({ name, share, least, most, isMet }) => ({
      quota: name,
      share: rounded(share),
      bound: least === undefined ? `≤ ${most}` : `≥ ${least}`,
      met: isMet,
    })),
  );
  console.log('\nHabits of style');
  const counts = countDevices(readings, ({ address }) => reviews.get(address));
  console.table(
    counts.map(({ device, value, isKept }) => ({
      device: device.name,
      of: device.of,
      value: rounded(value),
      most: device.most,
      kept: isKept,
    })),
  );
  for (const { device, places } of counts.filter(({ isKept }) => !isKept)) {
    console.log(`\n${device.name}`);
    for (const place of places) console.log(`  ${place}`);
  }
  const lengths = readings.map(lengthOf).sort((a, b) => a - b);
  console.log(
    `\nLengths: ${lengths[0]} to ${lengths.at(-1)} words, median ${lengths[lengths.length >> 1]}.`,
  );
  console.log(`\nIntroductions start with: ${spreadOf(readings.map(openingOf))}.`);
  printAlone(readings);
  console.log('\nVoices');
  console.table(
    byAuthor(readings).map(([author, articles]) => {
      const { mean, short } = rhythmOf(articles);
      const voice = voices.get(author)?.sentences;
      return {
        author,
        articles: articles.length,
        'words per sentence': rounded(mean),
        band: voice?.mean.join('–'),
        short: rounded(short),
        'short band': voice?.short.join('–'),
      };
    }),
  );
  console.log('\nReviews');
  const { findings, ...totals } = totalsOf([...reviews.values()]);
  console.table([{ ...totals, ...findings }]);
  console.log('\nAudits');
  console.table([auditTotalsOf([...reviews.values()])]);
  const read = sittingTotalsOf(published.flatMap(({ address }) => reviews.get(address) ?? []));
  console.log(
    `\nRead in mixed sittings: ${read.articles} of ${published.length} published articles, in ${read.sittings} sittings.`,
  );
}

/** Words, each with how often it is there, the commonest first; those that are there once are left out. */
function spreadOf(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)]
    .map(([word, { length }]) => [word, length] as const)
    .filter(([, count]) => count > 1)
    .toSorted(([, one], [, other]) => other - one)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}

function printAlone(readings: readonly Reading[]): void {
  const alone = articlesAlone(readings);
  console.log(`\nNo links to or from other articles: ${alone.length} of ${readings.length}`);
  for (const address of alone) console.log(`  ${address}`);
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
