import {
  BOOKMARK_FILTERS,
  BOOKMARK_ORDERS,
  type BookmarkFilter,
  type BookmarkOrder,
  parseBookmarkOrder,
} from '#domain/bookmark-order.ts';

/** The filter, the order and the search query of the bookmark list. */
export interface BookmarksView {
  show: BookmarkFilter;
  order: BookmarkOrder;
  /** The search query, or an empty string if there is no search. */
  query: string;
}

/**
 * Returns the URL parameters for a view of the bookmarks. Omits default values. Also omits an order that is not
 * available for the filter.
 */
export function createBookmarksQueryParameters({
  show,
  order,
  query,
}: BookmarksView): Record<string, string> {
  const validOrder = parseBookmarkOrder(order, show);
  return {
    ...(show === BOOKMARK_FILTERS[0] ? {} : { show }),
    ...(validOrder === BOOKMARK_ORDERS[0] ? {} : { order: validOrder }),
    ...(query ? { q: query } : {}),
  };
}

/** Returns the URL for a view of the bookmarks. */
export function createBookmarksUrl(view: BookmarksView): string {
  const parameters = new URLSearchParams(createBookmarksQueryParameters(view));
  return parameters.size ? `/profile?${parameters}` : '/profile';
}
