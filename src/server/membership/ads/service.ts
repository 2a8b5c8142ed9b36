import { HOUSE_AD_SLOTS, type PageAds } from '#domain/ads.ts';
import type { AuthorMap } from '#domain/page.ts';
import { chooseSubjects, type Surroundings } from './house-ads.ts';
import { wordsOf } from './words.ts';

interface HouseAdsOptions extends Omit<Surroundings, 'authors'> {
  /** Those the page knows. */
  authors: AuthorMap;
}

/** Returns the house ads of an article. The same article has the same ones for as long as what they lead to exists. */
export function houseAds({ authors, ...surroundings }: HouseAdsOptions): PageAds['house'] {
  const subjects = chooseSubjects({ ...surroundings, authors: Object.keys(authors) });
  return Object.fromEntries(
    subjects.map((subject, at) => [HOUSE_AD_SLOTS[at]!, wordsOf(subject, authors)]),
  );
}
