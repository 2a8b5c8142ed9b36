import { type CategoryId, isCategory, isSubcategory } from '#domain/categories.ts';
import type { CategorySelection } from '#domain/page.ts';
import { normalizeSearchQuery } from '#domain/paging.ts';

/** The category filters and the search query in the URL of an Explore tab. */
export interface ExploreFilters {
  category: CategoryId | null;
  subcategory: string | null;
  /** The trimmed search query; empty if there is no search. */
  query: string;
}

export type ExploreTab = '/articles' | '/authors';

/**
 * Returns true for a search that ignores the category filters. The search for articles ignores the filters, because its
 * index has no categories.
 */
export function isGlobalSearch(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query !== '';
}

/**
 * Parses the filters and the search query in a tab's URL. Unknown values and `all` mean that no filter is set (spec 5).
 */
export function parseExploreUrl(tab: ExploreTab, search: URLSearchParams): ExploreFilters {
  const query = normalizeSearchQuery(search.get('q') ?? '');
  const category = search.get('category') ?? '';
  if (isGlobalSearch(tab, query) || !isCategory(category))
    return { category: null, subcategory: null, query };
  const subcategory = search.get('subcategory') ?? '';
  return {
    category,
    subcategory: isSubcategory(category, subcategory) ? subcategory : null,
    query,
  };
}

/** Returns the URL of an Explore tab. Empty parameters and parameters without an effect are omitted. */
export function createExploreUrl(
  tab: ExploreTab,
  { category, subcategory, query = '' }: Partial<ExploreFilters>,
): string {
  const search = new URLSearchParams();
  if (category && !isGlobalSearch(tab, query)) {
    search.set('category', category);
    if (subcategory) search.set('subcategory', subcategory);
  }
  if (query) search.set('q', query);
  return search.size ? `${tab}?${search}` : tab;
}

export function isSameCategorySelection(one: CategorySelection, other: CategorySelection): boolean {
  return one.category === other.category && one.subcategory === other.subcategory;
}
