import { type CategoryId, isCategory, isSubcategory } from '#domain/categories.ts';
import type { ArticleFilters } from '#domain/page.ts';
import { normalizeSearchQuery } from '#domain/paging.ts';

/** What the address of an Explore screen asks for. */
export interface Exploration {
  category: CategoryId | null;
  subcategory: string | null;
  /** What is searched for, trimmed; empty when nothing is. */
  query: string;
}

export type ExploreTab = '/articles' | '/authors';

/** Whether everything is searched, whatever is filtered: so it is with articles, whose index knows no filters. */
export function isGlobalSearch(tab: ExploreTab, query: string): boolean {
  return tab === '/articles' && query !== '';
}

/** Reads the address of a tab. What does not exist, and the value `all`, means no filter (spec 5). */
export function readExploration(tab: ExploreTab, search: URLSearchParams): Exploration {
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

/** The address of a tab, with what is empty or without effect left out. */
export function exploreUrl(
  tab: ExploreTab,
  { category, subcategory, query = '' }: Partial<Exploration>,
): string {
  const search = new URLSearchParams();
  if (category && !isGlobalSearch(tab, query)) {
    search.set('category', category);
    if (subcategory) search.set('subcategory', subcategory);
  }
  if (query) search.set('q', query);
  return search.size ? `${tab}?${search}` : tab;
}

/** Whether two sets of filters are the same. */
export function haveSameFilters(one: ArticleFilters, other: ArticleFilters): boolean {
  return one.category === other.category && one.subcategory === other.subcategory;
}
