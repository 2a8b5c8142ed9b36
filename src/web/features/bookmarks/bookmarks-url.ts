import { BOOKMARK_ORDERS, type BookmarkOrder } from '#domain/bookmark-order.ts';

/** The order and the search query of the bookmark list. */
export interface BookmarksView {
  order: BookmarkOrder;
  /** The search query; empty if there is no search. */
  query: string;
}

/** Returns the query parameters for a view of the bookmarks, omitting default values. */
export function createBookmarksQueryParameters({
  order,
  query,
}: BookmarksView): Record<string, string> {
  return {
    ...(order === BOOKMARK_ORDERS[0] ? {} : { order }),
    ...(query ? { q: query } : {}),
  };
}

/** Returns the URL for a view of the bookmarks. */
export function createBookmarksUrl(view: BookmarksView): string {
  const search = new URLSearchParams(createBookmarksQueryParameters(view));
  return search.size ? `/profile?${search}` : '/profile';
}
