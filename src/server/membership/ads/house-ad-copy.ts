import type { HouseAd } from '#domain/ads.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import type { AuthorMap } from '#domain/page.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { getScreen } from '#domain/screens.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import type { HouseAdSubject, PremiumBenefit } from './house-ads.ts';

/** Returns the house ad for a subject. `authors` are the authors on the page. */
export function createHouseAd(subject: HouseAdSubject, authors: AuthorMap): HouseAd {
  if (subject.kind === 'premium')
    return { to: getScreen('plans').path, text: BENEFIT_TEXTS[subject.pitch] };
  if (subject.kind === 'author') {
    const { alias, expertise } = authors[subject.alias]!;
    const field = getSubcategory(expertise.category, expertise.subcategory).name;
    return { to: authorPath(alias), text: `Meet ${alias}: ${field}` };
  }
  const { category } = subject;
  return { to: categoryPath(category), text: `Explore ${getCategory(category).name}` };
}

const PREMIUM_BOOKMARK_LIMIT = TIER_LIMITS.premium.bookmarks.toLocaleString('en-US');

const BENEFIT_TEXTS: Readonly<Record<PremiumBenefit, string>> = {
  listening: 'Listen to every article with Premium',
  quiet: 'Read without ads with Premium',
  room: `Keep ${PREMIUM_BOOKMARK_LIMIT} bookmarks with Premium`,
};
