import { authorPath, shelfPath } from '#domain/addresses.ts';
import type { HouseAd } from '#domain/ads.ts';
import { categoryOf, subcategoryOf } from '#domain/categories.ts';
import type { AuthorMap } from '#domain/page.ts';
import { screenOf } from '#domain/screens.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import type { Pitch, Subject } from './house-ads.ts';

/** It says whose it is: not every ad has to be somebody else's. */
const OURS = 'From Octavo';

/** What an ad of our own says. `authors` are those of the page. */
export function wordsOf(subject: Subject, authors: AuthorMap): HouseAd {
  if (subject.kind === 'premium')
    return { label: `${OURS} · Premium`, to: screenOf('plans').path, ...PITCHED[subject.pitch] };
  if (subject.kind === 'author') {
    const { alias, tagline, expertise } = authors[subject.alias]!;
    const field = subcategoryOf(expertise.category, expertise.subcategory).name;
    const label = `${OURS} · An author to follow`;
    return { label, to: authorPath(alias), title: `${alias} on ${field}`, note: `${tagline}.` };
  }
  const { category, subcategories } = subject;
  const names = subcategories.map((id) => subcategoryOf(category, id).name);
  return {
    label: `${OURS} · A category to try`,
    to: shelfPath(category),
    title: categoryOf(category).name,
    note: `Articles on ${names.join(' and on ')}.`,
  };
}

const MOST_BOOKMARKS = TIER_LIMITS.premium.bookmarks.toLocaleString('en-US');

const PITCHED: Readonly<Record<Pitch, Pick<HouseAd, 'title' | 'note'>>> = {
  listening: {
    title: 'Have it read to you',
    note: 'Premium reads every article to its end, in four voices.',
  },
  quiet: {
    title: 'The same page, without this',
    note: 'Premium has no advertising, ours included.',
  },
  room: {
    title: 'A longer shelf',
    note: `Premium keeps up to ${MOST_BOOKMARKS} bookmarks, and follows as many authors as you like.`,
  },
};
