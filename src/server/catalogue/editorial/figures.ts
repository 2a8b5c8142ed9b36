import type { Desk } from './desk.ts';
import { tallyQuotas } from './ideas.ts';
import { byAuthor } from './judge.ts';
import { lengthOf } from './reading.ts';
import { totalsOf } from './reviews.ts';
import { countDevices } from './style.ts';
import { rhythmOf } from './voices.ts';

/**
 * Prints what is counted over the published articles and the drafts together, for whoever writes the next: quotas of
 * ideas, budgets of style with the places where they are broken, lengths, voices, and the totals of the reviews.
 */
export function printFigures({ ideas, published, drafts, reviews, voices }: Desk): void {
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
    `\nLengths: ${lengths[0]} to ${lengths.at(-1)} words, half of them up to ${lengths[lengths.length >> 1]}.`,
  );
  console.log('\nVoices');
  console.table(
    byAuthor(readings).map(([author, articles]) => {
      const { mean, short } = rhythmOf(articles);
      const voice = voices.get(author)?.sentences;
      return {
        author,
        articles: articles.length,
        'words a sentence': rounded(mean),
        band: voice?.mean.join('–'),
        short: rounded(short),
        'band of short': voice?.short.join('–'),
      };
    }),
  );
  console.log('\nReviews');
  const { findings, ...totals } = totalsOf([...reviews.values()]);
  console.table([{ ...totals, ...findings }]);
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
