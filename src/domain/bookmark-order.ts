/** Sort orders of a reader's bookmarks. The first is the default. */
export const BOOKMARK_ORDERS = ['kept', 'author', 'length'] as const;

/** By time of bookmarking, newest first; by author from A to Z; shortest first. Ties: newest bookmark first. */
export type BookmarkOrder = (typeof BOOKMARK_ORDERS)[number];

/** Number of bookmarks from which on they can be searched. */
export const BOOKMARK_SEARCH_THRESHOLD = 10;

/** Returns the named sort order, or the default. */
export function parseBookmarkOrder(text: string | null): BookmarkOrder {
  return BOOKMARK_ORDERS.find((order) => order === text) ?? BOOKMARK_ORDERS[0];
}
