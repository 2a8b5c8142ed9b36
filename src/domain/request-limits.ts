/**
 * Rate limits for each client. They count only requests whose responses the server computes, not requests that are
 * served from a cache.
 */
export const REQUEST_RATE_LIMITS = {
  /** Length of the time window in seconds. */
  windowSeconds: 10,
  /** Maximum number of uncached responses, such as pages and API responses, within a time window. */
  uncachedResponses: 300,
  /** Maximum number of searches within a time window. */
  searches: 120,
} as const;
