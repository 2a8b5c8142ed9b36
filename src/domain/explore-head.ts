import { CATEGORIES, getCategory, getSubcategory, isCategory } from './categories.ts';
import { CATEGORY_INTRODUCTIONS } from './category-introductions.ts';
import type { CategorySelection, PageHead } from './page.ts';

/** Returns the title of the Explore page for a search, a subcategory, a category, or all articles. */
function exploreTitle({ category, subcategory }: CategorySelection, query: string): string {
  if (query) return `Search: ${query}`;
  if (category && subcategory) return getSubcategory(category, subcategory).name;
  return category ? getCategory(category).name : 'Explore articles';
}

/**
 * Returns the document head of the Explore page. `from` is the token of the list page; `null` for the first
 * page.
 */
export function createExploreHead(
  filters: CategorySelection,
  query: string,
  from: string | null,
): PageHead {
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
    // Search engines should index neither search results nor later pages of the list, whose content shifts
    // with each new article.
    ...(query || from ? { noIndex: true } : {}),
  };
}
