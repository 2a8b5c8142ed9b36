/** Sort orders of a reader's bookmarks. The first one is the default. */
export const BOOKMARK_ORDERS = ['kept', 'author', 'length'] as const;

/**
 * Sort order of bookmarks. `kept`: newest bookmark first; `author`: by author from A to Z; `length`: shortest
 * article first. Ties are sorted by newest bookmark.
 */
export type BookmarkOrder = (typeof BOOKMARK_ORDERS)[number];

/** Minimum number of bookmarks for which the bookmarks page offers a search. */
export const BOOKMARK_SEARCH_THRESHOLD = 10;

/** Parses the name of a sort order. Returns the default order for unknown names. */
export function parseBookmarkOrder(text: string | null): BookmarkOrder {
  return BOOKMARK_ORDERS.find((order) => order === text) ?? BOOKMARK_ORDERS[0];
}
