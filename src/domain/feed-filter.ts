/** Filters for a reader's feed. The first one is the default. */
export const FEED_FILTERS = ['all', 'unread'] as const;

/** Filter for a reader's feed. `unread`: only articles that the reader has not finished. */
export type FeedReadFilter = (typeof FEED_FILTERS)[number];

/** Parses the name of a filter. Returns the default filter for unknown names. */
export function parseFeedFilter(text: string | null): FeedReadFilter {
  return FEED_FILTERS.find((filter) => filter === text) ?? FEED_FILTERS[0];
}
