import { type CategoryId, isCategoryId, isSubcategory } from '#domain/categories.ts';
import { type ExploreList, parseExploreList } from '#domain/explore-list.ts';
import type { CategorySelection } from '#domain/page.ts';
import { normalizeSearchQuery } from '#domain/paging.ts';

/** The category filters, the list and the search query in the URL of an Explore tab. */
export interface ExploreFilters {
  category: CategoryId | null;
  subcategory: string | null;
  /** The chosen list of articles. Always the default for authors and for a search. */
  show: ExploreList;
  /** The trimmed search query; empty if there is no search. */
  query: string;
}

export type ExploreTab = '/articles' | '/authors';

/**
 * Returns true for a search that ignores the category filters. The search for articles ignores the filters, because its
 * index has no categories.
 */
export function doesSearchIgnoreCategories(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query !== '';
}

/** Returns true if a tab offers several lists. Authors and search results are always shown in one list. */
function hasLists(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query === '';
}

/**
 * Parses the filters and the search query in a tab's URL. Unknown values and `all` mean that no filter is set (spec 5).
 */
export function parseExploreUrl(tab: ExploreTab, search: URLSearchParams): ExploreFilters {
  const query = normalizeSearchQuery(search.get('q') ?? '');
  const category = search.get('category') ?? '';
  const show = (hasLists(tab, query) && parseExploreList(search.get('show'))) || 'new';
  if (doesSearchIgnoreCategories(tab, query) || !isCategoryId(category))
    return { category: null, subcategory: null, show, query };
  const subcategory = search.get('subcategory') ?? '';
  return {
    category,
    subcategory: isSubcategory(category, subcategory) ? subcategory : null,
    show,
    query,
  };
}

/** Returns the URL of an Explore tab. Empty parameters and parameters without an effect are omitted. */
export function createExploreUrl(
  tab: ExploreTab,
  { category, subcategory, show = 'new', query = '' }: Partial<ExploreFilters>,
): string {
  const search = new URLSearchParams();
  if (category && !doesSearchIgnoreCategories(tab, query)) {
    search.set('category', category);
    if (subcategory) search.set('subcategory', subcategory);
  }
  if (hasLists(tab, query) && show !== 'new') search.set('show', show);
  if (query) search.set('q', query);
  return search.size ? `${tab}?${search}` : tab;
}

export function isSameCategorySelection(one: CategorySelection, other: CategorySelection): boolean {
  return one.category === other.category && one.subcategory === other.subcategory;
}
