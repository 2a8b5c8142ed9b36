import { createHash } from 'node:crypto';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { DAILY_FIVE_REASONS, DAILY_FIVE_SIZE, type DailyFiveReason } from '#domain/daily-five.ts';

/** An article that can be chosen for the daily five. */
export interface DailyFiveCandidate {
  id: string;
  authorId: string;
  category: CategoryId;
  subcategory: string;
}

/** An article that was chosen for the daily five, and the reason for the choice. */
export interface DailyFivePick {
  articleId: string;
  category: CategoryId;
  reason: DailyFiveReason;
}

/** The data from which a reader's daily five are chosen. The daily five are five recommended articles. */
export interface DailyFiveInput {
  /**
   * ID of the reader, or a constant for visitors. It seeds the shuffling of articles, so that different readers get
   * different articles.
   */
  seed: string;
  /** The day as `YYYY-MM-DD`. */
  day: string;
  /**
   * The articles that can be chosen: recent articles of every category, and the articles in `followed` and `popular`.
   */
  candidates: readonly DailyFiveCandidate[];
  /** IDs of articles by followed authors, newest first. */
  followed: readonly string[];
  /** IDs of the articles that readers bookmarked most, most bookmarked first. */
  popular: readonly string[];
  /** The topics that the reader has chosen. */
  topics: readonly CategoryId[];
  /** IDs of articles that the reader has started or finished. */
  read: ReadonlySet<string>;
  /** Subcategories of the articles that the reader has finished, most frequent first. */
  familiarSubcategories: readonly string[];
  /** The articles that were chosen for the reader on earlier days, newest first. */
  earlierPicks: readonly DailyFivePick[];
}

/**
 * Chooses a reader's daily five, which are five recommended articles: one for each reason in
 * {@link DAILY_FIVE_REASONS}, in this order. Never chooses articles that the reader has read. Repeats an article from
 * an earlier day only if no other unread article is left. If no article fits a reason, chooses an article with the
 * reason `unfamiliar` instead. As far as possible, the articles have different authors and categories. Returns fewer
 * than five articles if the reader has read almost all candidates. The result depends only on the input.
 */
export function chooseDailyFive(input: DailyFiveInput): DailyFivePick[] {
  const { candidates, read, earlierPicks } = input;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const offerIndexes = new Map(earlierPicks.map(({ articleId }, at) => [articleId, at]));
  const findUnread = (ids: readonly string[]) =>
    ids.flatMap((id) => (read.has(id) ? [] : (byId.get(id) ?? [])));
  const lists = listByReason(input, [...byId.keys()], findUnread);
  const chosen = new Map<string, DailyFivePick>();

  const choose = (reason: DailyFiveReason, list: readonly DailyFiveCandidate[]): boolean => {
    const available = list.filter(({ id }) => !chosen.has(id));
    const chosenCandidates = [...chosen.keys()].map((id) => byId.get(id)!);
    const isDistinct = ({ authorId, category }: DailyFiveCandidate) =>
      chosenCandidates.every((other) => other.authorId !== authorId && other.category !== category);
    const pick = available.find(isDistinct) ?? available[0];
    if (!pick) return false;
    chosen.set(pick.id, { articleId: pick.id, category: pick.category, reason });
    return true;
  };
  const excludeOffered = (list: readonly DailyFiveCandidate[]) =>
    list.filter(({ id }) => !offerIndexes.has(id));

  const fill = (list: readonly DailyFiveCandidate[]) => {
    while (chosen.size < DAILY_FIVE_SIZE && choose('unfamiliar', list));
  };

  for (const reason of DAILY_FIVE_REASONS) choose(reason, excludeOffered(lists[reason]));
  // If no article fits a reason, the gap in the daily five is filled last, because an article that fills the gap may be
  // the only candidate for another reason.
  fill(excludeOffered(lists.unfamiliar));
  // All remaining articles were already chosen on earlier days. The article that was chosen longest ago comes first.
  fill(findUnread([...offerIndexes.keys()].reverse()));
  return [...chosen.values()];
}

/** Returns the unread candidates for each reason, best candidate first. */
function listByReason(
  input: DailyFiveInput,
  ids: readonly string[],
  findUnread: (ids: readonly string[]) => DailyFiveCandidate[],
): Record<DailyFiveReason, DailyFiveCandidate[]> {
  const { day, topics, familiarSubcategories } = input;
  const shuffled = shuffle(findUnread(ids), input.seed);
  // Rotates the reader's topics and familiar subcategories, so that a different one of each comes first every day.
  const dayNumber = Math.floor(Date.parse(day) / 86_400_000);
  const rotate = <Item>(items: readonly Item[]) => {
    const first = items.length ? dayNumber % items.length : 0;
    return [...items.slice(first), ...items.slice(0, first)];
  };
  const orderByKey = <Key>(keys: readonly Key[], getKey: (one: DailyFiveCandidate) => Key) =>
    keys.flatMap((key) => shuffled.filter((one) => getKey(one) === key));
  const subcategories = rotate(familiarSubcategories);
  const categories = subcategories.flatMap(
    (id) => input.candidates.find(({ subcategory }) => subcategory === id)?.category ?? [],
  );
  return {
    followed: findUnread(input.followed),
    topic: orderByKey(rotate(topics), ({ category }) => category),
    // After the articles in familiar subcategories come other articles in the same categories, because a small library
    // may have no unread articles left in the subcategories.
    familiar: [
      ...orderByKey(subcategories, ({ subcategory }) => subcategory),
      ...orderByKey(categories, ({ category }) => category),
    ],
    popular: findUnread(input.popular),
    unfamiliar: orderByKey(sortCategoriesByLastOffer(input), ({ category }) => category),
  };
}

/**
 * Sorts the categories by the day on which one of their articles was last chosen for the daily five, oldest day first.
 * Categories without a chosen article come before all others.
 */
function sortCategoriesByLastOffer({ earlierPicks, seed }: DailyFiveInput): CategoryId[] {
  const getLastOfferIndex = (category: CategoryId) => {
    const index = earlierPicks.findIndex((offered) => offered.category === category);
    return index === -1 ? Number.POSITIVE_INFINITY : index;
  };
  return shuffle(CATEGORIES, seed)
    .map(({ id }) => id)
    .sort((one, other) => {
      const [first, second] = [getLastOfferIndex(one), getLastOfferIndex(other)];
      return first === second ? 0 : second - first;
    });
}

/** Returns the items in a pseudorandom order that depends only on the seed and the IDs of the items. */
function shuffle<Item extends { id: string }>(items: readonly Item[], seed: string): Item[] {
  const keys = new Map(
    items.map(({ id }) => [id, createHash('sha256').update(`${seed} ${id}`).digest('hex')]),
  );
  return [...items].sort((one, other) => (keys.get(one.id)! < keys.get(other.id)! ? -1 : 1));
}
