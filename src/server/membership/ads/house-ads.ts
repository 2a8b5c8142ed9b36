import { createHash } from 'node:crypto';
import { AD_SLOTS } from '#domain/ads.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { ShelfCounts } from '#domain/shelf-counts.ts';

/** What an ad of our own speaks of. */
export type Subject =
  | { kind: 'premium'; pitch: Pitch }
  | { kind: 'author'; alias: string }
  /** With two of its subcategories that have articles, or as many as there are. */
  | { kind: 'category'; category: string; subcategories: readonly string[] };

/** What of Premium an ad speaks of. */
const PITCHES = ['listening', 'quiet', 'room'] as const;
export type Pitch = (typeof PITCHES)[number];

/** What an article's ads are chosen from. */
export interface Surroundings {
  article: { id: string; authorAlias: string; category: string };
  /** Aliases of the authors the page knows. */
  authors: readonly string[];
  /** How many articles stand where: nobody is sent to an empty shelf. */
  counts: ShelfCounts;
  /** Whether Premium can be had. */
  sellsPremium: boolean;
}

/**
 * What our own ads in an article speak of, one for each slot as far as it goes, no two alike. Always the same for the same article and shelves, since
 * its page is the same bytes for everybody. They lead elsewhere: to the article's own author and category only where
 * there is nobody and nothing else.
 */
export function chooseSubjects(surroundings: Surroundings): Subject[] {
  const { id } = surroundings.article;
  const left = candidatesOf(surroundings);
  const arrangement = ARRANGEMENTS[rank(id, 'arrangement') % ARRANGEMENTS.length]!;
  return AD_SLOTS.flatMap((_, at) => {
    const kind = [arrangement[at]!, ...INSTEAD].find((each) => left[each].length > 0);
    return kind ? left[kind].shift()! : [];
  });
}

type Kind = Subject['kind'];

/** Kinds in the order of the slots: no kind comes twice in a row, none three times. */
const ARRANGEMENTS: readonly (readonly Kind[])[] = [
  ['category', 'author', 'premium', 'category', 'author'],
  ['author', 'premium', 'category', 'author', 'premium'],
  ['author', 'category', 'premium', 'author', 'category'],
  ['category', 'premium', 'author', 'category', 'premium'],
];

/** What comes where there are no more of a kind. */
const INSTEAD: readonly Kind[] = ['category', 'author', 'premium'];

/** Of each kind, in the order they are taken: the article's own author and category last. */
function candidatesOf({
  article,
  authors,
  counts,
  sellsPremium,
}: Surroundings): Record<Kind, Subject[]> {
  const shuffled = <Value extends string>(values: readonly Value[]) =>
    values.toSorted((one, other) => rank(article.id, one) - rank(article.id, other));
  const lastly = (values: string[], own: string) => [
    ...values.filter((value) => value !== own),
    ...values.filter((value) => value === own),
  ];
  const categories = shuffled(CATEGORIES.map(({ id }) => id)).filter((id) => counts[id]);
  return {
    premium: shuffled(sellsPremium ? PITCHES : []).map((pitch) => ({ kind: 'premium', pitch })),
    author: lastly(shuffled(authors), article.authorAlias).map((alias) => ({
      kind: 'author',
      alias,
    })),
    category: lastly(categories, article.category).map((category) => ({
      kind: 'category',
      category,
      subcategories: shuffled(Object.keys(counts[category]!)).slice(0, 2),
    })),
  };
}

/** A number that looks random, and is the same for the same words: what is added or goes moves nothing else. */
function rank(id: string, what: string): number {
  return createHash('sha256').update(`${id} ${what}`).digest().readUInt32BE();
}
