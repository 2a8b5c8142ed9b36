/** Milliseconds in which a client must send a request. */
const REQUEST_TIMEOUT = 30_000;

/**
 * Returns server options that respond with 408 to requests which are incomplete after `longest` milliseconds, and close
 * their connections. Node checks at intervals, by default every half minute, so these options shorten the interval.
 */
export function slowRequestTimeouts(longest = REQUEST_TIMEOUT): {
  requestTimeout: number;
  http: HttpTimes;
} {
  return {
    requestTimeout: longest,
    http: {
      requestTimeout: longest,
      // The headers of a request take one or two packets.
      headersTimeout: longest / 2,
      connectionsCheckingInterval: longest / 30,
    },
  };
}

interface HttpTimes {
  requestTimeout: number;
  headersTimeout: number;
  connectionsCheckingInterval: number;
}
