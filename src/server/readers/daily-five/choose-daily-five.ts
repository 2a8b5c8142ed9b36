import { createHash } from 'node:crypto';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { DAILY_FIVE_REASONS, DAILY_FIVE_SIZE, type DailyFiveReason } from '#domain/daily-five.ts';

/** An article that can be chosen. */
export interface DailyFiveCandidate {
  id: string;
  authorId: string;
  category: CategoryId;
  subcategory: string;
}

/** A chosen article. */
export interface DailyFivePick {
  articleId: string;
  category: CategoryId;
  reason: DailyFiveReason;
}

/** Data from which a reader’s five articles of a day are chosen. */
export interface DailyFiveInput {
  /** The reader's ID. It shuffles the candidates, so that readers get different articles. */
  seed: string;
  /** The day as `YYYY-MM-DD`. */
  day: string;
  /** Recent articles of every category, and the articles in `followed` and `popular`. */
  candidates: readonly DailyFiveCandidate[];
  /** IDs of articles by followed authors, newest first. */
  followed: readonly string[];
  /** IDs of the articles that readers bookmarked most, most bookmarked first. */
  popular: readonly string[];
  /** The topics that the reader has chosen. */
  topics: readonly CategoryId[];
  /** IDs of articles that the reader has started or finished. */
  read: ReadonlySet<string>;
  /** Subcategories of the articles that the reader has finished, the most frequent first. */
  familiar: readonly string[];
  /** The reader's picks of earlier days, newest first. */
  earlier: readonly DailyFivePick[];
}

/**
 * Chooses a reader's five articles of a day: one for each reason, in the order of {@link DAILY_FIVE_REASONS}. An article
 * is never one that the reader has read, and repeats an earlier day's only if all others were offered. If there is no
 * article for a reason, an unfamiliar one replaces it. Articles differ in their author and category as far as possible.
 * Returns fewer than five if the reader has read almost everything. The result depends only on the input.
 */
export function chooseDailyFive(input: DailyFiveInput): DailyFivePick[] {
  const { candidates, read, earlier } = input;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const offeredAt = new Map(earlier.map(({ articleId }, at) => [articleId, at]));
  const unread = (ids: readonly string[]) =>
    ids.flatMap((id) => (read.has(id) ? [] : (byId.get(id) ?? [])));
  const lists = listByReason(input, [...byId.keys()], unread);
  const chosen = new Map<string, DailyFivePick>();

  const choose = (reason: DailyFiveReason, list: readonly DailyFiveCandidate[]): boolean => {
    const free = list.filter(({ id }) => !chosen.has(id));
    const others = [...chosen.keys()].map((id) => byId.get(id)!);
    const isNew = ({ authorId, category }: DailyFiveCandidate) =>
      others.every((other) => other.authorId !== authorId && other.category !== category);
    const found = free.find(isNew) ?? free[0];
    if (!found) return false;
    chosen.set(found.id, { articleId: found.id, category: found.category, reason });
    return true;
  };
  const notOffered = (list: readonly DailyFiveCandidate[]) =>
    list.filter(({ id }) => !offeredAt.has(id));

  const fill = (list: readonly DailyFiveCandidate[]) => {
    while (chosen.size < DAILY_FIVE_SIZE && choose('unfamiliar', list));
  };

  for (const reason of DAILY_FIVE_REASONS) choose(reason, notOffered(lists[reason]));
  // Only now, since a substitute may be the only article for another reason.
  fill(notOffered(lists.unfamiliar));
  // Everything else was offered before. The article that was offered longest ago comes first.
  fill(unread([...offeredAt.keys()].reverse()));
  return [...chosen.values()];
}

/** Returns the unread candidates for each reason, the best first. */
function listByReason(
  input: DailyFiveInput,
  ids: readonly string[],
  unread: (ids: readonly string[]) => DailyFiveCandidate[],
): Record<DailyFiveReason, DailyFiveCandidate[]> {
  const { day, topics, familiar } = input;
  const shuffled = shuffle(unread(ids), input.seed);
  // A different topic and subcategory leads each day.
  const dayNumber = Math.floor(Date.parse(day) / 86_400_000);
  const rotate = <Item>(items: readonly Item[]) => {
    const first = items.length ? dayNumber % items.length : 0;
    return [...items.slice(first), ...items.slice(0, first)];
  };
  const inOrderOf = <Key>(keys: readonly Key[], keyOf: (one: DailyFiveCandidate) => Key) =>
    keys.flatMap((key) => shuffled.filter((one) => keyOf(one) === key));
  const subcategories = rotate(familiar);
  const categories = subcategories.flatMap(
    (id) => input.candidates.find(({ subcategory }) => subcategory === id)?.category ?? [],
  );
  return {
    followed: unread(input.followed),
    topic: inOrderOf(rotate(topics), ({ category }) => category),
    // A small library may have no other article in the same subcategory.
    familiar: [
      ...inOrderOf(subcategories, ({ subcategory }) => subcategory),
      ...inOrderOf(categories, ({ category }) => category),
    ],
    popular: unread(input.popular),
    unfamiliar: inOrderOf(sortCategoriesByLastOffer(input), ({ category }) => category),
  };
}

/** Sorts the categories by the time since an article of theirs was offered, longest ago first. */
function sortCategoriesByLastOffer({ earlier, seed }: DailyFiveInput): CategoryId[] {
  const lastOffer = (category: CategoryId) => {
    const at = earlier.findIndex((pick) => pick.category === category);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  };
  return shuffle(CATEGORIES, seed)
    .map(({ id }) => id)
    .sort((one, other) => {
      const [first, second] = [lastOffer(one), lastOffer(other)];
      return first === second ? 0 : second - first;
    });
}

/** Returns the items in a random order, which depends only on the seed and the items. */
function shuffle<Item extends { id: string }>(items: readonly Item[], seed: string): Item[] {
  const keys = new Map(
    items.map(({ id }) => [id, createHash('sha256').update(`${seed} ${id}`).digest('hex')]),
  );
  return [...items].sort((one, other) => (keys.get(one.id)! < keys.get(other.id)! ? -1 : 1));
}
