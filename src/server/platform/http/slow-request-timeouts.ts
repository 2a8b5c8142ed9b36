/** Milliseconds a client may take to send a request: slower ones hold connections for nothing. */
const REQUEST_TIMEOUT = 30_000;

/**
 * Options that have requests which are not whole after `longest` milliseconds answered with 408, and their connections
 * closed. Node looks only every so often; by itself it would do so twice a minute, and let a slow one go on for
 * another half a minute.
 */
export function slowRequestTimeouts(longest = REQUEST_TIMEOUT): {
  requestTimeout: number;
  http: HttpTimes;
} {
  return {
    requestTimeout: longest,
    http: {
      requestTimeout: longest,
      // The head of a request is a packet or two.
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
