import { describe, expect, it } from 'vitest';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import {
  chooseDailyFive,
  type DailyFiveCandidate,
  type DailyFiveInput,
  type DailyFivePick,
} from './choose-daily-five.ts';

/** Thirteen articles in each of the ten categories, written alternately by two of the category's authors. */
const LIBRARY: DailyFiveCandidate[] = CATEGORIES.flatMap(({ id: category, subcategories }) =>
  Array.from({ length: 13 }, (_, at) => ({
    id: `${category}-${at}`,
    authorId: `${category}-author-${at % 2}`,
    category,
    subcategory: subcategories[at % subcategories.length]!.id,
  })),
);

const NEW_READER: DailyFiveInput = {
  seed: 'ada',
  day: '2026-11-29',
  candidates: LIBRARY,
  followed: [],
  popular: [],
  topics: [],
  read: new Set(),
  familiarSubcategories: [],
  earlierPicks: [],
};

const choose = (input: Partial<DailyFiveInput> = {}) =>
  chooseDailyFive({ ...NEW_READER, ...input });
const getIds = (picks: readonly DailyFivePick[]) => picks.map(({ articleId }) => articleId);

/**
 * Chooses the daily five of a simulated reader for several days. `read` gets the IDs of a day's articles, and returns
 * the IDs of those that the reader reads.
 */
function simulate(
  days: number,
  input: Partial<DailyFiveInput> = {},
  read: (ids: string[]) => string[] = () => [],
): DailyFivePick[][] {
  const pickedDays: DailyFivePick[][] = [];
  const finished = new Set(input.read);
  for (let day = 0; day < days; day++) {
    const picks = choose({
      ...input,
      day: new Date(Date.UTC(2026, 10, 29 + day)).toISOString().slice(0, 10),
      read: finished,
      earlierPicks: pickedDays.toReversed().flat(),
    });
    for (const id of read(getIds(picks))) finished.add(id);
    pickedDays.push(picks);
  }
  return pickedDays;
}

const READERS: readonly [name: string, input: Partial<DailyFiveInput>][] = [
  ['a new reader', {}],
  [
    'a reader with one topic, one followed author and one familiar subcategory',
    {
      followed: LIBRARY.filter(({ authorId }) => authorId === 'nsm-author-0').map(({ id }) => id),
      topics: ['nsm'],
      familiarSubcategories: [LIBRARY.find(({ category }) => category === 'nsm')!.subcategory],
      popular: LIBRARY.filter(({ category }) => category === 'nsm').map(({ id }) => id),
    },
  ],
  ['a reader with all topics', { seed: 'ben', topics: CATEGORIES.map(({ id }) => id) }],
];

describe('the daily five', () => {
  it('have one article for each reason', () => {
    const picks = choose({
      followed: ['phv-3', 'phv-1'],
      topics: ['haw'],
      familiarSubcategories: [LIBRARY.find(({ id }) => id === 'tae-0')!.subcategory],
      popular: ['whc-5', 'whc-6'],
    });
    expect(picks.map(({ reason, category }) => [reason, category])).toEqual([
      ['followed', 'phv'],
      ['topic', 'haw'],
      ['familiar', 'tae'],
      ['popular', 'whc'],
      ['unfamiliar', expect.stringMatching(/^(mab|sag|eag|nsm|aac|awd)$/)],
    ]);
    expect(getIds(picks)).toContain('phv-3');
    expect(getIds(picks)).toContain('whc-5');
  });

  it('have one of the same category if the familiar subcategory has no unread article', () => {
    const { subcategory } = LIBRARY.find(({ id }) => id === 'tae-0')!;
    const subcategoryIds = LIBRARY.filter((each) => each.subcategory === subcategory).map(
      ({ id }) => id,
    );
    const picks = choose({ familiarSubcategories: [subcategory], read: new Set(subcategoryIds) });
    expect(picks).toContainEqual(expect.objectContaining({ reason: 'familiar', category: 'tae' }));
  });

  it('have the only article of the familiar category, for any reader', () => {
    const [familiar, finished] = LIBRARY.filter(({ category }) => category === 'tae');
    const candidates = LIBRARY.filter(({ category }) => category !== 'tae').concat(familiar!);
    for (let reader = 0; reader < 50; reader++) {
      const picks = choose({
        seed: `reader ${reader}`,
        candidates: [...candidates, finished!],
        familiarSubcategories: [finished!.subcategory],
        read: new Set([finished!.id]),
      });
      expect(picks).toContainEqual({
        articleId: familiar!.id,
        category: 'tae',
        reason: 'familiar',
      });
    }
  });

  it('are the same all day, and different for another reader and on another day', () => {
    expect(choose()).toEqual(choose());
    expect(getIds(choose({ seed: 'ben' }))).not.toEqual(getIds(choose()));
    expect(getIds(simulate(2)[1]!)).not.toEqual(getIds(choose()));
  });

  it('never contain an article that was read', () => {
    const read = new Set(getIds(simulate(10).flat()));
    for (const [, input] of READERS)
      for (const id of getIds(simulate(16, { ...input, read }).flat()))
        expect(read.has(id)).toBe(false);
  });

  it('are by different authors, in different categories', () => {
    for (const picks of simulate(13)) {
      expect(new Set(picks.map(({ category }) => category)).size).toBe(5);
      const authors = getIds(picks).map((id) => LIBRARY.find((one) => one.id === id)!.authorId);
      expect(new Set(authors).size).toBe(5);
    }
  });

  it.each(READERS)('offer %s all 130 articles in 26 days, without repeating one', (_, input) => {
    const ids = getIds(simulate(26, input).flat());
    expect(ids).toHaveLength(130);
    expect(new Set(ids).size).toBe(130);
  });

  it.each(READERS)('lead %s to every category within two weeks', (_, input) => {
    const categories = new Set(
      simulate(14, input)
        .flat()
        .map(({ category }) => category),
    );
    expect([...categories].toSorted()).toEqual(CATEGORIES.map(({ id }) => id).toSorted());
  });

  it('repeat what was offered longest ago once everything was offered, if it is unread', () => {
    const days = simulate(27, {}, ([first]) => [first!]);
    const [, ...unread] = getIds(days[0]!);
    expect(getIds(days[26]!)).toHaveLength(5);
    expect(getIds(days[26]!)).toEqual(expect.arrayContaining(unread));
  });

  it('end when everything was read', () => {
    const [one, other, ...rest] = LIBRARY.map(({ id }) => id);
    expect(getIds(choose({ read: new Set(rest) })).toSorted()).toEqual([one, other].toSorted());
    expect(choose({ read: new Set(LIBRARY.map(({ id }) => id)) })).toEqual([]);
  });

  it('rotate through the chosen topics', () => {
    const topics: CategoryId[] = ['nsm', 'haw', 'aac'];
    const days = simulate(3, { topics });
    const topicCategories = days.map(
      (picks) => picks.find(({ reason }) => reason === 'topic')!.category,
    );
    expect(topicCategories.toSorted()).toEqual(topics.toSorted());
  });
});
