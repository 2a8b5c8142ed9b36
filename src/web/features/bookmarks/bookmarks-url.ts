import { BOOKMARK_ORDERS, type BookmarkOrder } from '#domain/bookmark-order.ts';

/** What of a reader's bookmarks is shown, and how. */
export interface BookmarksView {
  order: BookmarkOrder;
  /** What they are searched for; empty when they are not. */
  query: string;
}

/** What of a view is asked for: what goes without saying is left out. */
export function bookmarksQuery({ order, query }: BookmarksView): Record<string, string> {
  return {
    ...(order === BOOKMARK_ORDERS[0] ? {} : { order }),
    ...(query ? { q: query } : {}),
  };
}

/** The address of a view of the bookmarks. */
export function bookmarksUrl(view: BookmarksView): string {
  const search = new URLSearchParams(bookmarksQuery(view));
  return search.size ? `/profile?${search}` : '/profile';
}
