/** Maximum time, in milliseconds, that a client may take to send its complete request. */
const REQUEST_TIMEOUT = 30_000;

/**
 * Returns server options that limit slow clients. If a request is still incomplete after `timeout` milliseconds, the
 * server responds with 408 and closes the connection. By default, Node checks for such requests only every 30 seconds,
 * so the options shorten this interval too.
 */
export function createSlowRequestTimeouts(timeout = REQUEST_TIMEOUT): {
  requestTimeout: number;
  http: HttpTimeouts;
} {
  return {
    requestTimeout: timeout,
    http: {
      requestTimeout: timeout,
      // Clients may take half of `timeout` to send the headers, which is enough because headers fit into one or two
      // packets.
      headersTimeout: timeout / 2,
      connectionsCheckingInterval: timeout / 30,
    },
  };
}

interface HttpTimeouts {
  requestTimeout: number;
  headersTimeout: number;
  connectionsCheckingInterval: number;
}
