import { createHash } from 'node:crypto';
import { HOUSE_AD_SLOTS, type HouseAd, type PageAds } from '#domain/ads.ts';
import { CATEGORIES, getCategory, getSubcategory } from '#domain/categories.ts';
import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { getScreen } from '#domain/screens.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';

/** The subject of a house ad, which is an ad for Octavo itself. */
export type HouseAdSubject =
  | { kind: 'premium'; pitch: PremiumBenefit }
  | { kind: 'author'; alias: string }
  | { kind: 'category'; category: string };

/** The benefits of Premium. Each house ad for Premium advertises one of them. */
const PREMIUM_BENEFITS = ['listening', 'quiet', 'room'] as const;
type PremiumBenefit = (typeof PREMIUM_BENEFITS)[number];

/** The data that determines an article's house ads, which are ads for Octavo itself. */
export interface HouseAdContext {
  article: { id: string; authorAlias: string; category: string };
  /** Aliases of the authors that house ads may feature. */
  authors: readonly string[];
  /** Number of articles in each category. House ads never advertise an empty category. */
  counts: ArticleOrAuthorCountsByCategory;
  /** True if Premium is for sale. */
  sellsPremium: boolean;
}

interface HouseAdsOptions extends Omit<HouseAdContext, 'authors'> {
  /** The authors that house ads may feature. */
  authors: AuthorsByAlias;
}

/**
 * Returns an article's house ads (ads for Octavo itself), keyed by ad slot. The ads depend only on the arguments
 * ({@link chooseHouseAdSubjects}).
 */
export function chooseHouseAds({ authors, ...context }: HouseAdsOptions): PageAds['house'] {
  const subjects = chooseHouseAdSubjects({ ...context, authors: Object.keys(authors) });
  return Object.fromEntries(
    subjects.map((subject, at) => [HOUSE_AD_SLOTS[at]!, createHouseAd(subject, authors)]),
  );
}

/**
 * Returns the subjects of an article's house ads, one for each of {@link HOUSE_AD_SLOTS}, or fewer
 * if there are not enough. The subjects are of different kinds if possible. The article's own
 * author is chosen only if there is no other author, and its own category only if there is no other
 * category. The result depends only on the arguments, because a cached page is the same for all
 * readers.
 */
export function chooseHouseAdSubjects(context: HouseAdContext): HouseAdSubject[] {
  const { id } = context.article;
  const candidates = listCandidates(context);
  const kinds = shuffle(id, KINDS);
  return HOUSE_AD_SLOTS.flatMap((_, at) => {
    const available = [...kinds.slice(at), ...kinds].filter((kind) => candidates[kind].length > 0);
    const kind =
      available.find((each) => !isOwn(candidates[each][0]!, context.article)) ?? available[0];
    return kind ? candidates[kind].shift()! : [];
  });
}

/** Returns true if a house ad would advertise the article's own author or category. */
function isOwn(subject: HouseAdSubject, article: HouseAdContext['article']): boolean {
  if (subject.kind === 'author') return subject.alias === article.authorAlias;
  return subject.kind === 'category' && subject.category === article.category;
}

type Kind = HouseAdSubject['kind'];

const KINDS: readonly Kind[] = ['category', 'author', 'premium'];

/** Returns the possible house ad subjects of each kind, best first. The article's own author and category are last. */
function listCandidates({
  article,
  authors,
  counts,
  sellsPremium,
}: HouseAdContext): Record<Kind, HouseAdSubject[]> {
  const shuffleForArticle = <Value extends string>(values: readonly Value[]) =>
    shuffle(article.id, values);
  const moveToEnd = (values: string[], own: string) => [
    ...values.filter((value) => value !== own),
    ...values.filter((value) => value === own),
  ];
  const categories = shuffleForArticle(CATEGORIES.map(({ id }) => id)).filter((id) => counts[id]);
  return {
    premium: shuffleForArticle(sellsPremium ? PREMIUM_BENEFITS : []).map((pitch) => ({
      kind: 'premium',
      pitch,
    })),
    author: moveToEnd(shuffleForArticle(authors), article.authorAlias).map((alias) => ({
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
  return values.toSorted((one, other) => computeRank(id, one) - computeRank(id, other));
}

/** Returns a pseudo-random number that depends only on the arguments. */
function computeRank(id: string, value: string): number {
  return createHash('sha256').update(`${id} ${value}`).digest().readUInt32BE();
}

/** Returns the house ad for a subject. `authors` contains the authors that house ads may feature. */
function createHouseAd(subject: HouseAdSubject, authors: AuthorsByAlias): HouseAd {
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

const PREMIUM_BOOKMARK_LIMIT = TIER_BENEFITS.premium.bookmarks.toLocaleString('en-US');

const BENEFIT_TEXTS: Readonly<Record<PremiumBenefit, string>> = {
  listening: 'Listen to every article with Premium',
  quiet: 'Read without ads with Premium',
  room: `Keep ${PREMIUM_BOOKMARK_LIMIT} bookmarks with Premium`,
};
