import { BOOKMARK_ORDERS, type BookmarkOrder } from '#domain/bookmark-order.ts';

/** What of a reader's bookmarks is shown, and how. */
export interface ShelfView {
  order: BookmarkOrder;
  /** What they are searched for; empty when they are not. */
  query: string;
}

/** What of a view is asked for: what goes without saying is left out. */
export function shelfQuery({ order, query }: ShelfView): Record<string, string> {
  return {
    ...(order === BOOKMARK_ORDERS[0] ? {} : { order }),
    ...(query ? { q: query } : {}),
  };
}

/** The address of a view of the bookmarks. */
export function shelfAddress(view: ShelfView): string {
  const search = new URLSearchParams(shelfQuery(view));
  return search.size ? `/profile?${search}` : '/profile';
}
