import { describe, expect, it } from 'vitest';
import { normalizeSearchQuery } from '#domain/paging.ts';
import { createExploreUrl, parseExploreUrl } from './explore-filters.ts';

const parse = (tab: '/articles' | '/authors', search: string) =>
  parseExploreUrl(tab, new URLSearchParams(search));

describe('the URL of an Explore screen', () => {
  it('names the category and the subcategory', () => {
    expect(parse('/articles', 'category=nsm&subcategory=mea')).toEqual({
      category: 'nsm',
      subcategory: 'mea',
      show: 'new',
      query: '',
    });
  });

  it('ignores unknown filters', () => {
    expect(parse('/articles', 'category=zzz&subcategory=mea').category).toBeNull();
    expect(parse('/articles', 'category=all').category).toBeNull();
    expect(parse('/articles', 'category=nsm&subcategory=jus').subcategory).toBeNull();
    expect(parse('/articles', 'subcategory=mea').subcategory).toBeNull();
  });

  it('lets a search of articles cover everything, and a search of authors keep the filters', () => {
    expect(parse('/articles', 'category=nsm&q=fog').category).toBeNull();
    expect(parse('/authors', 'category=nsm&q=fog').category).toBe('nsm');
    expect(createExploreUrl('/articles', { category: 'nsm', query: 'fog' })).toBe(
      '/articles?q=fog',
    );
    expect(createExploreUrl('/authors', { category: 'nsm', query: 'fog' })).toBe(
      '/authors?category=nsm&q=fog',
    );
  });

  it('names the list of articles, with or without a category', () => {
    expect(parse('/articles', 'show=popular').show).toBe('popular');
    expect(parse('/articles', 'category=nsm&show=short')).toMatchObject({
      category: 'nsm',
      show: 'short',
    });
    expect(parse('/articles', 'show=old').show).toBe('new');
    expect(createExploreUrl('/articles', { category: 'nsm', show: 'short' })).toBe(
      '/articles?category=nsm&show=short',
    );
    expect(createExploreUrl('/articles', { show: 'new' })).toBe('/articles');
  });

  it('names no list for authors and for a search', () => {
    expect(parse('/authors', 'show=short').show).toBe('new');
    expect(parse('/articles', 'show=short&q=fog').show).toBe('new');
    expect(createExploreUrl('/authors', { show: 'short' })).toBe('/authors');
    expect(createExploreUrl('/articles', { show: 'short', query: 'fog' })).toBe('/articles?q=fog');
  });

  it('leaves out empty parameters', () => {
    expect(createExploreUrl('/articles', { category: null, subcategory: null, query: '' })).toBe(
      '/articles',
    );
    expect(createExploreUrl('/articles', { category: null, subcategory: 'mea' })).toBe('/articles');
  });

  it('round-trips any text', () => {
    const query = 'salt & "sea" 100% café?';
    expect(parse('/articles', createExploreUrl('/articles', { query }).split('?')[1]!).query).toBe(
      query,
    );
  });
});

describe('the search query', () => {
  it('is trimmed, and no longer than a hundred characters', () => {
    expect(normalizeSearchQuery('  fog  ')).toBe('fog');
    expect(normalizeSearchQuery('   ')).toBe('');
    expect(normalizeSearchQuery('a'.repeat(120))).toHaveLength(100);
  });
});
