/** Page sizes (spec 9), and the widest page a caller may ask for. */
export const PAGE_SIZES = {
  /** Of each related subcategory. */
  related: 4,
  startHere: 4,
  articles: 10,
  feed: 20,
  bookmarks: 20,
  search: 10,
} as const;
export const MAX_PAGE_SIZE = 50;

/** Characters a search may have. */
export const SEARCH_QUERY_MAX = 100;

/** The widest page of a search: of each article it finds, the whole text is read for a few words of it. */
export const MAX_SEARCH_PAGE_SIZE = 20;

/** What of a reader's typing is searched for. */
export function normalizeSearchQuery(typed: string): string {
  return typed.trim().slice(0, SEARCH_QUERY_MAX).trim();
}
