import { describe, expect, it } from 'vitest';
import type { AuthorSummary } from '#domain/author.ts';
import { doesAuthorMatchFilters } from './author-match.ts';

const plumbline: AuthorSummary = {
  alias: 'Plumbline',
  tagline: 'How we came to agree on the size of things.',
  profileImage: { src: '/images/avatars/a.1/64.jpg', alt: '' },
  expertise: { category: 'nsm', subcategory: 'mea' },
  level: 'beginner',
  publishedArticleCount: 5,
};

const matches = (filters: Partial<Parameters<typeof doesAuthorMatchFilters>[1]>) =>
  doesAuthorMatchFilters(plumbline, {
    category: null,
    subcategory: null,
    show: 'new',
    query: '',
    ...filters,
  });

describe('an author', () => {
  it('is shown without filters and search', () => {
    expect(matches({})).toBe(true);
  });

  it('is shown for their own category and subcategory only', () => {
    expect(matches({ category: 'nsm' })).toBe(true);
    expect(matches({ category: 'nsm', subcategory: 'mea' })).toBe(true);
    expect(matches({ category: 'nsm', subcategory: 'ani' })).toBe(false);
    expect(matches({ category: 'awd' })).toBe(false);
    // Both categories have a subcategory with the ID "mea". This author's subcategory is the one in "nsm", not in
    // "awd".
    expect(matches({ category: 'awd', subcategory: 'mea' })).toBe(false);
  });

  it('is found by beginnings of words in the name, the tagline and the field', () => {
    expect(matches({ query: 'plumb' })).toBe(true);
    expect(matches({ query: 'SIZE agr' })).toBe(true);
    expect(matches({ query: 'measurement' })).toBe(true);
    expect(matches({ query: 'lumb' })).toBe(false);
    expect(matches({ query: 'plumb fog' })).toBe(false);
  });

  it('is found only if they match the filters', () => {
    expect(matches({ query: 'plumb', category: 'awd' })).toBe(false);
  });
});
