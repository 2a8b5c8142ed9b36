import { describe, expect, it } from 'vitest';
import { AD_SLOTS } from '#domain/ads.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { propertyRuns } from '../../../../scripts/test-scope.mjs';
import { chooseSubjects, type Subject, type Surroundings } from './house-ads.ts';

const IDS = Array.from({ length: propertyRuns(100, 300) }, (_, at) => `article ${at}`);
const AUTHORS = ['Gantry', 'Potsherd', 'Waystone', 'Lullwater', 'Ballast'];
const ALL = countsOf(CATEGORIES.map(({ id }) => id));

function countsOf(categories: readonly string[]) {
  return Object.fromEntries(
    categories.map((id) => [
      id,
      Object.fromEntries(
        CATEGORIES.find((each) => each.id === id)!.subcategories.map((each) => [each.id, 2]),
      ),
    ]),
  );
}

const surroundings = (id: string, changes: Partial<Surroundings> = {}): Surroundings => ({
  article: { id, authorAlias: 'Gantry', category: 'tae' },
  authors: AUTHORS,
  counts: ALL,
  sellsPremium: true,
  ...changes,
});

/** What makes an ad another than the next. */
const subjectOf = (ad: Subject) => JSON.stringify({ ...ad, subcategories: undefined });

describe('what our own ads in an article speak of', () => {
  it('is something for every slot, and no two are alike', () => {
    for (const id of IDS) {
      const ads = chooseSubjects(surroundings(id));
      expect(ads).toHaveLength(AD_SLOTS.length);
      expect(new Set(ads.map(subjectOf)).size).toBe(ads.length);
    }
  });

  it('is the same each time, and others for another article', () => {
    const [one, other] = ['one', 'other'].map((id) => chooseSubjects(surroundings(id)));
    expect(chooseSubjects(surroundings('one'))).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('is of all three kinds, never two of one in a row', () => {
    for (const id of IDS) {
      const kinds = chooseSubjects(surroundings(id)).map(({ kind }) => kind);
      expect(new Set(kinds).size).toBe(3);
      kinds.slice(1).forEach((kind, at) => {
        expect(kind).not.toBe(kinds[at]);
      });
    }
  });

  it('comes round to every author, category and pitch', () => {
    const seen = new Set(IDS.flatMap((id) => chooseSubjects(surroundings(id)).map(subjectOf)));
    expect(seen.size).toBe(AUTHORS.length - 1 + CATEGORIES.length - 1 + 3);
  });

  it('is never the author and the category one has before one', () => {
    for (const id of IDS)
      for (const ad of chooseSubjects(surroundings(id))) {
        expect(ad).not.toMatchObject({ alias: 'Gantry' });
        expect(ad).not.toMatchObject({ category: 'tae' });
      }
  });

  it('is no empty shelf', () => {
    const counts = { aac: { lit: 1 }, whc: { anc: 3, med: 1 }, tae: { bri: 1 } };
    for (const id of IDS)
      for (const ad of chooseSubjects(surroundings(id, { counts }))) {
        if (ad.kind !== 'category') continue;
        expect(['aac', 'whc']).toContain(ad.category);
        for (const subcategory of ad.subcategories)
          expect(Object.keys(counts[ad.category as 'aac'])).toContain(subcategory);
      }
  });

  it('is five things all the same where there is one author and one category', () => {
    const alone = { authors: ['Gantry'], counts: countsOf(['tae']) };
    for (const id of IDS) {
      const ads = chooseSubjects(surroundings(id, alone));
      expect(new Set(ads.map(subjectOf)).size).toBe(AD_SLOTS.length);
    }
  });

  it('is Premium only where it can be had, and fewer things where there is nothing else', () => {
    for (const id of IDS)
      for (const { kind } of chooseSubjects(surroundings(id, { sellsPremium: false })))
        expect(kind).not.toBe('premium');
    const nothing = { authors: ['Gantry'], counts: countsOf(['tae']), sellsPremium: false };
    expect(chooseSubjects(surroundings('one', nothing))).toHaveLength(2);
  });

  it('changes by one when an author leaves', () => {
    const changed = IDS.map((id) => {
      const before = chooseSubjects(surroundings(id)).map(subjectOf);
      const authors = AUTHORS.filter((alias) => alias !== 'Ballast');
      const after = chooseSubjects(surroundings(id, { authors })).map(subjectOf);
      return before.filter((ad) => !after.includes(ad)).length;
    });
    expect(Math.max(...changed)).toBe(1);
  });
});
