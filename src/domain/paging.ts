/** Page sizes (spec 9), and the maximum that clients may request. */
export const PAGE_SIZES = {
  /** Articles of each related subcategory. */
  related: 4,
  startHere: 4,
  articles: 10,
  feed: 20,
  bookmarks: 20,
  search: 10,
} as const;
export const MAX_PAGE_SIZE = 50;

/** Maximum length of a search query. */
export const SEARCH_QUERY_MAX = 100;

/** Maximum page size of a search: its snippets need the whole text of every found article. */
export const MAX_SEARCH_PAGE_SIZE = 20;

/** Returns the search query for typed text. */
export function normalizeSearchQuery(typed: string): string {
  return typed.trim().slice(0, SEARCH_QUERY_MAX).trim();
}
