import { categoryOf, subcategoryOf } from './categories.ts';
import type { ArticleFilters } from './page.ts';

/** What Explore is called by what it shows: a search, a subcategory, a category, or everything. */
export function exploreTitle({ category, subcategory }: ArticleFilters, query: string): string {
  if (query) return `Search: ${query}`;
  if (category && subcategory) return subcategoryOf(category, subcategory).name;
  return category ? categoryOf(category).name : 'Explore articles';
}
