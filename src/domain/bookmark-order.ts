/** Sort orders of a reader's bookmarks. The first is the default. */
export const BOOKMARK_ORDERS = ['kept', 'author', 'length'] as const;

/**
 * Sort order of bookmarks. `kept`: newest bookmark first; `author`: by author from A to Z; `length`: shortest
 * article first. Equal entries are sorted by newest bookmark.
 */
export type BookmarkOrder = (typeof BOOKMARK_ORDERS)[number];

/** Minimum number of bookmarks for which their page offers a search. */
export const BOOKMARK_SEARCH_THRESHOLD = 10;

/** Returns the sort order with a name; the default order for unknown names. */
export function parseBookmarkOrder(text: string | null): BookmarkOrder {
  return BOOKMARK_ORDERS.find((order) => order === text) ?? BOOKMARK_ORDERS[0];
}
