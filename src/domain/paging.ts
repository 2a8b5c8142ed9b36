/** Page sizes (spec 9), and the widest page a caller may ask for. */
export const PAGE_SIZES = { articles: 10, feed: 20, bookmarks: 20, search: 10 } as const;
export const MAX_PAGE_SIZE = 50;

/** Characters a search may have. */
export const SEARCH_QUERY_MAX = 100;
