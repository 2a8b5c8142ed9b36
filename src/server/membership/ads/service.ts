import type { HouseAd } from '#domain/ads.ts';
import type { AuthorMap } from '#domain/page.ts';
import { chooseSubjects, type Surroundings } from './house-ads.ts';
import { wordsOf } from './words.ts';

export { adNetworkOf, framesOf } from './network.ts';

interface HouseAdsOptions extends Omit<Surroundings, 'authors'> {
  /** Those the page knows. */
  authors: AuthorMap;
}

/** Our own ads for an article, in the order of its slots. The same article has the same ones, as long as it can. */
export function houseAds({ authors, ...surroundings }: HouseAdsOptions): HouseAd[] {
  const subjects = chooseSubjects({ ...surroundings, authors: Object.keys(authors) });
  return subjects.map((subject) => wordsOf(subject, authors));
}
