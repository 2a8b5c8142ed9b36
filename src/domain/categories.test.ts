import { describe, expect, it } from 'vitest';
import {
  CATEGORIES,
  getCategory,
  getSubcategory,
  isCategoryId,
  isSubcategoryOf,
  UnknownCategoryError,
} from './categories.ts';
import { getRelatedSubcategoryIds } from './related-subcategories.ts';

describe('the category tree', () => {
  it('has the ten categories of the specification, sorted by name', () => {
    expect(CATEGORIES.map(({ id, name }) => [id, name])).toEqual([
      ['awd', 'Applied Wisdom'],
      ['aac', 'Arts & Communication'],
      ['eag', 'Economics & Global Systems'],
      ['haw', 'Health & Well-being'],
      ['mab', 'Mind & Behavior'],
      ['nsm', 'Natural Sciences & Mathematics'],
      ['phv', 'Philosophy & Human Values'],
      ['sag', 'Societies & Governance'],
      ['tae', 'Technology & Engineering'],
      ['whc', 'World History & Civilizations'],
    ]);
  });

  describe.each(CATEGORIES)('$name', ({ id: category, subcategories }) => {
    const ids = subcategories.map(({ id }) => id);

    it('has 11 to 13 subcategories with unique IDs and names, sorted by name', () => {
      expect(ids.length).toBeGreaterThanOrEqual(11);
      expect(ids.length).toBeLessThanOrEqual(13);
      expect(new Set(ids).size).toBe(ids.length);
      const names = subcategories.map(({ name }) => name);
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
      expect(new Set(names).size).toBe(names.length);
    });

    it('has IDs of three lower-case letters', () => {
      for (const id of ids) expect(id).toMatch(/^[a-z]{3}$/);
    });

    it.each(subcategories)(
      'relates $name to three other subcategories of its category',
      ({ id }) => {
        const related = getRelatedSubcategoryIds(category, id);
        expect(new Set(related).size).toBe(3);
        expect(related).not.toContain(id);
        for (const relatedId of related) expect(ids).toContain(relatedId);
      },
    );
  });
});

describe('a category lookup', () => {
  it('finds existing categories and subcategories', () => {
    expect(getCategory('nsm').name).toBe('Natural Sciences & Mathematics');
    expect(getSubcategory('nsm', 'mea').name).toBe('Measurement');
    expect(isCategoryId('nsm')).toBe(true);
    expect(isSubcategoryOf('nsm', 'mea')).toBe(true);
  });

  it('throws an internal error for unknown IDs', () => {
    expect(() => getCategory('xyz')).toThrow(UnknownCategoryError);
    expect(() => getSubcategory('nsm', 'bri')).toThrow(UnknownCategoryError);
    expect(isCategoryId('toString')).toBe(false);
    expect(isSubcategoryOf('tae', 'mea')).toBe(false);
  });
});
