/** Limits on the requests of one client whose responses are computed, as opposed to those that are sent from a cache. */
export const REQUEST_LIMITS = {
  /** Length of the time window in seconds. */
  windowSeconds: 10,
  /** Maximum number of uncached pages, texts and API calls within a time window. */
  uncachedResponses: 300,
  /** Maximum number of searches within a time window. */
  searches: 120,
} as const;
