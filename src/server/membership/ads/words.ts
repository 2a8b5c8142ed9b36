import { authorPath, shelfPath } from '#domain/addresses.ts';
import type { HouseAd } from '#domain/ads.ts';
import { categoryOf, subcategoryOf } from '#domain/categories.ts';
import type { AuthorMap } from '#domain/page.ts';
import { screenOf } from '#domain/screens.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import type { Pitch, Subject } from './house-ads.ts';

/** Returns the house ad for a subject. `authors` are those of the page. */
export function wordsOf(subject: Subject, authors: AuthorMap): HouseAd {
  if (subject.kind === 'premium')
    return { to: screenOf('plans').path, text: PITCHED[subject.pitch] };
  if (subject.kind === 'author') {
    const { alias, expertise } = authors[subject.alias]!;
    const field = subcategoryOf(expertise.category, expertise.subcategory).name;
    return { to: authorPath(alias), text: `Meet ${alias}: ${field}` };
  }
  const { category } = subject;
  return { to: shelfPath(category), text: `Explore ${categoryOf(category).name}` };
}

const MOST_BOOKMARKS = TIER_LIMITS.premium.bookmarks.toLocaleString('en-US');

const PITCHED: Readonly<Record<Pitch, string>> = {
  listening: 'Hear every article with Premium',
  quiet: 'Read without ads with Premium',
  room: `Keep ${MOST_BOOKMARKS} bookmarks with Premium`,
};
