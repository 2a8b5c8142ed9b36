import { HOUSE_AD_SLOTS, type PageAds } from '#domain/ads.ts';
import type { AuthorMap } from '#domain/page.ts';
import { createHouseAd } from './house-ad-copy.ts';
import { chooseHouseAdSubjects, type HouseAdContext } from './house-ads.ts';

interface HouseAdsOptions extends Omit<HouseAdContext, 'authors'> {
  /** Those the page knows. */
  authors: AuthorMap;
}

/** Returns the house ads of an article. The same article has the same ones for as long as what they lead to exists. */
export function createHouseAds({ authors, ...surroundings }: HouseAdsOptions): PageAds['house'] {
  const subjects = chooseHouseAdSubjects({ ...surroundings, authors: Object.keys(authors) });
  return Object.fromEntries(
    subjects.map((subject, at) => [HOUSE_AD_SLOTS[at]!, createHouseAd(subject, authors)]),
  );
}
