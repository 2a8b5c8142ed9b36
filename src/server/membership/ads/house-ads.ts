import { createHash } from 'node:crypto';
import { HOUSE_AD_SLOTS } from '#domain/ads.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { CategoryCounts } from '#domain/category-counts.ts';

/** What a house ad advertises. */
export type HouseAdSubject =
  | { kind: 'premium'; pitch: PremiumBenefit }
  | { kind: 'author'; alias: string }
  | { kind: 'category'; category: string };

/** The benefit of Premium that an ad names. */
const PREMIUM_BENEFITS = ['listening', 'quiet', 'room'] as const;
export type PremiumBenefit = (typeof PREMIUM_BENEFITS)[number];

/** What the house ads of an article depend on. */
export interface HouseAdContext {
  article: { id: string; authorAlias: string; category: string };
  /** Aliases of the authors that the page contains. */
  authors: readonly string[];
  /** Article counts, so that no ad leads to an empty list. */
  counts: CategoryCounts;
  /** True if Premium can be bought. */
  sellsPremium: boolean;
}

/**
 * Returns the subjects of an article's house ads: one for each of {@link HOUSE_AD_SLOTS}, of different kinds if
 * possible. The result depends on the arguments alone, since the page is the same for every reader. The article's own
 * author and category are chosen only if there are no others.
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

/** Returns the candidates of each kind in the order of preference, the article's own author and category last. */
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

/** Sorts values in an order that depends on `id`. Adding or removing one moves none of the others. */
function shuffle<Value extends string>(id: string, values: readonly Value[]): Value[] {
  return values.toSorted((one, other) => rank(id, one) - rank(id, other));
}

/** Returns a pseudo-random number that is the same for the same arguments. */
function rank(id: string, what: string): number {
  return createHash('sha256').update(`${id} ${what}`).digest().readUInt32BE();
}
