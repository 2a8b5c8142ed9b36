import { type CategoryId, isCategoryId, isSubcategoryOf } from '#domain/categories.ts';
import { type ExploreListName, parseExploreListName } from '#domain/explore-list-name.ts';
import type { CategorySelection } from '#domain/page.ts';
import { normalizeSearchQuery } from '#domain/paging.ts';

/**
 * The part of the Explore page's state that its URL contains: the category filters, the chosen list and the search
 * query.
 */
export interface ExploreFilters {
  category: CategoryId | null;
  subcategory: string | null;
  /** The chosen list of articles, such as the newest ones. Authors and search results have only the default list. */
  show: ExploreListName;
  /** The trimmed search query, or an empty string if there is no search. */
  query: string;
}

export type ExploreTab = '/articles' | '/authors';

/**
 * Returns true if a search ignores the category filters. This applies to the search for articles, because the search
 * index of articles contains no categories.
 */
export function doesSearchIgnoreCategories(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query !== '';
}

/** Returns true if a tab offers a choice of lists. Authors and search results have only one list. */
function hasLists(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query === '';
}

/**
 * Parses the filters and the search query from the URL of an Explore tab. Ignores unknown values. The value `all` sets
 * no filter (spec 5).
 */
export function parseExploreUrl(tab: ExploreTab, search: URLSearchParams): ExploreFilters {
  const query = normalizeSearchQuery(search.get('q') ?? '');
  const category = search.get('category') ?? '';
  const show = (hasLists(tab, query) && parseExploreListName(search.get('show'))) || 'new';
  if (doesSearchIgnoreCategories(tab, query) || !isCategoryId(category))
    return { category: null, subcategory: null, show, query };
  const subcategory = search.get('subcategory') ?? '';
  return {
    category,
    subcategory: isSubcategoryOf(category, subcategory) ? subcategory : null,
    show,
    query,
  };
}

/** Returns the URL of an Explore tab. Omits parameters that are empty or have no effect. */
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
