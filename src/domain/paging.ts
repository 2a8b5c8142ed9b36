/** Number of items per page, by list (spec 9). */
export const PAGE_SIZES = {
  /** Number of articles shown from each related subcategory. */
  related: 4,
  startHere: 3,
  /** Number of authors shown for a category or subcategory. */
  categoryAuthors: 6,
  articles: 10,
  authors: 60,
  feed: 20,
  bookmarks: 20,
  history: 20,
  lines: 20,
  search: 10,
} as const;
/** Maximum page size that clients may request (spec 9). */
export const MAX_PAGE_SIZE = 50;

/** Maximum length of a search query, in UTF-16 code units. */
export const MAX_SEARCH_QUERY_LENGTH = 100;

/**
 * Maximum number of search results on a page. It is small, because the server loads the full text of every result to
 * create its snippet.
 */
export const MAX_SEARCH_PAGE_SIZE = 20;

/** Converts typed text to a search query: trims it and limits its length. */
export function normalizeSearchQuery(input: string): string {
  return input.trim().slice(0, MAX_SEARCH_QUERY_LENGTH).trim();
}
