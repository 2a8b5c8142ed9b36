import { HOUSE_AD_SLOTS, type PageAds } from '#domain/ads.ts';
import type { AuthorMap } from '#domain/page.ts';
import { createHouseAd } from './house-ad-copy.ts';
import { chooseHouseAdSubjects, type HouseAdContext } from './house-ads.ts';

interface HouseAdsOptions extends Omit<HouseAdContext, 'authors'> {
  /** The authors that house ads may feature. */
  authors: AuthorMap;
}

/**
 * Returns the house ads of an article by slot. An article keeps the same ads as long as the authors and
 * categories that they advertise exist.
 */
export function createHouseAds({ authors, ...surroundings }: HouseAdsOptions): PageAds['house'] {
  const subjects = chooseHouseAdSubjects({ ...surroundings, authors: Object.keys(authors) });
  return Object.fromEntries(
    subjects.map((subject, at) => [HOUSE_AD_SLOTS[at]!, createHouseAd(subject, authors)]),
  );
}
