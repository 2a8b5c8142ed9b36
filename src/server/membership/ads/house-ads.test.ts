import { describe, expect, it } from 'vitest';
import { HOUSE_AD_SLOTS } from '#domain/ads.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { getPropertyTestRunCount } from '../../../../scripts/test-scope.mjs';
import { chooseHouseAdSubjects, type HouseAdContext, type HouseAdSubject } from './house-ads.ts';

const IDS = Array.from({ length: getPropertyTestRunCount(100, 300) }, (_, at) => `article ${at}`);
const AUTHORS = ['Gantry', 'Potsherd', 'Waystone', 'Lullwater', 'Ballast'];
const ALL_COUNTS = createCounts(CATEGORIES.map(({ id }) => id));

function createCounts(categories: readonly string[]) {
  return Object.fromEntries(
    categories.map((id) => [
      id,
      Object.fromEntries(
        CATEGORIES.find((each) => each.id === id)!.subcategories.map((each) => [each.id, 2]),
      ),
    ]),
  );
}

const createContext = (id: string, changes: Partial<HouseAdContext> = {}): HouseAdContext => ({
  article: { id, authorAlias: 'Gantry', category: 'tae' },
  authors: AUTHORS,
  counts: ALL_COUNTS,
  sellsPremium: true,
  ...changes,
});

const serializeSubject = (ad: HouseAdSubject) => JSON.stringify(ad);

describe('the house ads of an article', () => {
  it('are of different kinds, one for each slot', () => {
    for (const id of IDS) {
      const kinds = chooseHouseAdSubjects(createContext(id)).map(({ kind }) => kind);
      expect(new Set(kinds).size).toBe(HOUSE_AD_SLOTS.length);
    }
  });

  it('are stable for an article and differ between articles', () => {
    const subjects = chooseHouseAdSubjects(createContext('one'));
    expect(chooseHouseAdSubjects(createContext('one'))).toEqual(subjects);
    // Only about 130 pairs of house ads are possible, so some of the 100 articles may get the same pair.
    const serializedSubjects = IDS.slice(0, 100).map((id) =>
      JSON.stringify(chooseHouseAdSubjects(createContext(id))),
    );
    expect(new Set(serializedSubjects).size).toBeGreaterThan(50);
  });

  it('cover every author, category and benefit of Premium', () => {
    const subjects = new Set(
      IDS.flatMap((id) => chooseHouseAdSubjects(createContext(id)).map(serializeSubject)),
    );
    expect(subjects.size).toBe(AUTHORS.length - 1 + CATEGORIES.length - 1 + 3);
  });

  it('never link to the article’s own author or category', () => {
    for (const id of IDS)
      for (const ad of chooseHouseAdSubjects(createContext(id))) {
        expect(ad).not.toMatchObject({ alias: 'Gantry' });
        expect(ad).not.toMatchObject({ category: 'tae' });
      }
  });

  it.each([
    ['category', { counts: createCounts(['tae']) }],
    ['author', { authors: ['Gantry'] }],
  ])('never link to the article’s own %s, even if there is no other one', (kind, changes) => {
    for (const id of IDS)
      for (const ad of chooseHouseAdSubjects(createContext(id, changes)))
        expect(ad.kind).not.toBe(kind);
  });

  it('never link to an empty category', () => {
    const counts = { aac: { lit: 1 }, whc: { anc: 3, med: 1 }, tae: { bri: 1 } };
    for (const id of IDS)
      for (const ad of chooseHouseAdSubjects(createContext(id, { counts })))
        if (ad.kind === 'category') expect(['aac', 'whc']).toContain(ad.category);
  });

  it('fill both slots with one author and one category', () => {
    const changes = { authors: ['Gantry'], counts: createCounts(['tae']) };
    for (const id of IDS) {
      const ads = chooseHouseAdSubjects(createContext(id, changes));
      expect(new Set(ads.map(serializeSubject)).size).toBe(HOUSE_AD_SLOTS.length);
    }
  });

  it('offer Premium only if it is for sale, and are fewer without other subjects', () => {
    for (const id of IDS)
      for (const { kind } of chooseHouseAdSubjects(createContext(id, { sellsPremium: false })))
        expect(kind).not.toBe('premium');
    const changes = { authors: ['Gantry'], counts: {}, sellsPremium: false };
    expect(chooseHouseAdSubjects(createContext('one', changes))).toHaveLength(1);
  });

  it('change by at most one when an author is removed', () => {
    const changed = IDS.map((id) => {
      const before = chooseHouseAdSubjects(createContext(id)).map(serializeSubject);
      const authors = AUTHORS.filter((alias) => alias !== 'Ballast');
      const after = chooseHouseAdSubjects(createContext(id, { authors })).map(serializeSubject);
      return before.filter((ad) => !after.includes(ad)).length;
    });
    expect(Math.max(...changed)).toBe(1);
  });
});
