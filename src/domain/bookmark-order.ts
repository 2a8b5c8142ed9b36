/** How a reader may have their bookmarks in order. The first is how they are unless another is asked for. */
export const BOOKMARK_ORDERS = ['kept', 'author', 'length'] as const;

/** Last bookmarked first; by author from A to Z; shortest first. Among equals, last bookmarked first. */
export type BookmarkOrder = (typeof BOOKMARK_ORDERS)[number];

/** Bookmarks beyond which they are worth searching: fewer are seen at a glance. */
export const BOOKMARK_SEARCH_THRESHOLD = 10;

/** Which order a text names: the first where it names none. */
export function parseBookmarkOrder(text: string | null): BookmarkOrder {
  return BOOKMARK_ORDERS.find((order) => order === text) ?? BOOKMARK_ORDERS[0];
}
