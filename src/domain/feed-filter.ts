/** Filters for a reader's feed. The first one is the default. */
export const FEED_READ_FILTERS = ['all', 'unread'] as const;

/** Filter for a reader's feed. `unread`: only articles that the reader has not finished. */
export type FeedReadFilter = (typeof FEED_READ_FILTERS)[number];

/** Parses the name of a filter. Returns the default filter for unknown names. */
export function parseFeedReadFilter(text: string | null): FeedReadFilter {
  return FEED_READ_FILTERS.find((filter) => filter === text) ?? FEED_READ_FILTERS[0];
}
