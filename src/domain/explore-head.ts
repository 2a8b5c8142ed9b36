import { CATEGORIES, getCategory, getSubcategory, isCategory } from './categories.ts';
import { CATEGORY_INTRODUCTIONS } from './category-introductions.ts';
import type { ArticleFilters, PageHead } from './page.ts';

/** What Explore is called by what it shows: a search, a subcategory, a category, or everything. */
function exploreTitle({ category, subcategory }: ArticleFilters, query: string): string {
  if (query) return `Search: ${query}`;
  if (category && subcategory) return getSubcategory(category, subcategory).name;
  return category ? getCategory(category).name : 'Explore articles';
}

/** The head of Explore's list of articles; `from` is where on it the page begins, if not at its top. */
export function exploreHead(filters: ArticleFilters, query: string, from: string | null): PageHead {
  const { category, subcategory } = filters;
  const field = category && getCategory(category).name;
  const part = category && subcategory && getSubcategory(category, subcategory).name;
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (subcategory) search.set('subcategory', subcategory);
  return {
    title: exploreTitle(filters, query),
    description: field
      ? category && !part && isCategory(category)
        ? CATEGORY_INTRODUCTIONS[category]
        : `Short articles on ${part}, in ${field}.`
      : `Short articles in ${CATEGORIES.length} categories, newest first.`,
    path: search.size ? `/articles?${search}` : '/articles',
    // What stands on a later page moves on with each article that is published.
    ...(query || from ? { noIndex: true } : {}),
  };
}
