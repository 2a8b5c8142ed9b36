import { createHash } from 'node:crypto';
import { HOUSE_AD_SLOTS } from '#domain/ads.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';

/** The subject of a house ad, which is an ad for Octavo itself. */
export type HouseAdSubject =
  | { kind: 'premium'; pitch: PremiumBenefit }
  | { kind: 'author'; alias: string }
  | { kind: 'category'; category: string };

/** The benefits of Premium. Each house ad for Premium advertises one of them. */
const PREMIUM_BENEFITS = ['listening', 'quiet', 'room'] as const;
export type PremiumBenefit = (typeof PREMIUM_BENEFITS)[number];

/** The data that determine an article's house ads. */
export interface HouseAdContext {
  article: { id: string; authorAlias: string; category: string };
  /** Aliases of the authors that house ads may feature. */
  authors: readonly string[];
  /** Number of articles by category. House ads never advertise an empty category. */
  counts: ArticleOrAuthorCountsByCategory;
  /** True if Premium is for sale. */
  sellsPremium: boolean;
}

/**
 * Returns the subjects of an article's house ads, one for each of {@link HOUSE_AD_SLOTS}. The subjects are of different
 * kinds if possible. The article's own author and category are only chosen if nothing else is available. The result
 * depends only on the arguments, since cached pages are the same for all readers.
 */
export function chooseHouseAdSubjects(surroundings: HouseAdContext): HouseAdSubject[] {
  const { id } = surroundings.article;
  const left = listCandidates(surroundings);
  const kinds = shuffle(id, KINDS);
  return HOUSE_AD_SLOTS.flatMap((_, at) => {
    const kind = [...kinds.slice(at), ...kinds].find((each) => left[each].length > 0);
    return kind ? left[kind].shift()! : [];
  });
}

type Kind = HouseAdSubject['kind'];

const KINDS: readonly Kind[] = ['category', 'author', 'premium'];

/**
 * Returns the possible subjects of each kind in order of preference. The article's own author and category are last.
 */
function listCandidates({
  article,
  authors,
  counts,
  sellsPremium,
}: HouseAdContext): Record<Kind, HouseAdSubject[]> {
  const shuffled = <Value extends string>(values: readonly Value[]) => shuffle(article.id, values);
  const moveToEnd = (values: string[], own: string) => [
    ...values.filter((value) => value !== own),
    ...values.filter((value) => value === own),
  ];
  const categories = shuffled(CATEGORIES.map(({ id }) => id)).filter((id) => counts[id]);
  return {
    premium: shuffled(sellsPremium ? PREMIUM_BENEFITS : []).map((pitch) => ({
      kind: 'premium',
      pitch,
    })),
    author: moveToEnd(shuffled(authors), article.authorAlias).map((alias) => ({
      kind: 'author',
      alias,
    })),
    category: moveToEnd(categories, article.category).map((category) => ({
      kind: 'category',
      category,
    })),
  };
}

/**
 * Sorts values in a pseudo-random order that depends on `id`. Adding or removing a value does not change the order of
 * the other values.
 */
function shuffle<Value extends string>(id: string, values: readonly Value[]): Value[] {
  return values.toSorted((one, other) => rank(id, one) - rank(id, other));
}

/** Returns a pseudo-random number that depends only on the arguments. */
function rank(id: string, what: string): number {
  return createHash('sha256').update(`${id} ${what}`).digest().readUInt32BE();
}
