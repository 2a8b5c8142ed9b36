/** Filters for a reader's bookmarks. The first one is the default. */
export const BOOKMARK_FILTERS = ['all', 'unread', 'read'] as const;

/**
 * Filter for a reader's bookmarks. `all`: all articles. `unread`: only articles that the reader has never finished.
 * `read`: only articles that the reader has finished.
 */
export type BookmarkFilter = (typeof BOOKMARK_FILTERS)[number];

/** Sort orders for a reader's bookmarks. The first one is the default. */
export const BOOKMARK_ORDERS = ['kept', 'author', 'length', 'unread'] as const;

/**
 * Sort order for a reader's bookmarks. `kept`: newest bookmark first. `author`: by author from A to Z. `length`:
 * shortest article first. `unread`: articles that the reader has never finished come first. Articles that tie in the
 * chosen order are sorted by bookmark, newest first.
 */
export type BookmarkOrder = (typeof BOOKMARK_ORDERS)[number];

/** Number of bookmarks above which the bookmarks page shows a search box. */
export const BOOKMARK_SEARCH_THRESHOLD = 10;

/** Parses the name of a filter. Returns the default filter for unknown names. */
export function parseBookmarkFilter(text: string | null): BookmarkFilter {
  return BOOKMARK_FILTERS.find((filter) => filter === text) ?? BOOKMARK_FILTERS[0];
}

/**
 * Returns the sort orders that can be combined with a filter. The order `unread` is available only with the filter
 * `all`, because each of the other filters shows either only finished or only unfinished articles.
 */
export function listBookmarkOrders(filter: BookmarkFilter): readonly BookmarkOrder[] {
  return BOOKMARK_ORDERS.filter((order) => filter === 'all' || order !== 'unread');
}

/**
 * Parses the name of a sort order. Returns the default order if the name is unknown or the order cannot be combined
 * with `filter`.
 */
export function parseBookmarkOrder(text: string | null, filter: BookmarkFilter): BookmarkOrder {
  return listBookmarkOrders(filter).find((order) => order === text) ?? BOOKMARK_ORDERS[0];
}
