import type { Server } from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Certificate } from './certificate.ts';

/** Limits that Node.js enforces on each HTTP/2 connection. */
const HTTP2_LIMITS = {
  settings: {
    /**
     * Maximum number of concurrent requests on a connection. Browsers wait when they reach this limit. If a client
     * exceeds the limit, its additional requests are rejected, and it can retry them.
     */
    maxConcurrentStreams: 32,
    /** Maximum size of a request's headers, in bytes. `node:http` has the same limit by default. */
    maxHeaderListSize: 16 * 1024,
    enablePush: false,
  },
  maxHeaderListPairs: 100,
  /**
   * Rate limit for stream resets (CVE-2023-44487): the maximum number in a burst, and the maximum number per second
   * after the burst. Browsers also reset streams, because navigating to another page cancels pending requests.
   */
  streamResetBurst: 100,
  streamResetRate: 33,
  maxSessionInvalidFrames: 100,
  /** Maximum memory per connection in megabytes, including unsent data. Pending responses normally need less. */
  maxSessionMemory: 4,
} as const satisfies SecureServerOptions;

/** Milliseconds until an idle connection is closed. The limit is the same as Fastify's for HTTP/1.1. */
const IDLE_TIMEOUT = 72_000;

/**
 * Returns a factory for an HTTPS server that supports HTTP/2 and HTTP/1.1. `timeouts` contains the timeouts for
 * HTTP/1.1. `timeouts.headersTimeout` also limits the duration of the TLS handshake.
 */
export function createTlsServerFactory(
  { cert, key }: Certificate,
  timeouts: { headersTimeout: number },
): FastifyServerFactory {
  const http1Timeouts = { ...timeouts, keepAliveTimeout: IDLE_TIMEOUT };
  const handshakeTimeout = timeouts.headersTimeout;
  return (listener) => {
    const options = {
      ...HTTP2_LIMITS,
      ...http1Timeouts,
      cert,
      key,
      allowHTTP1: true,
      handshakeTimeout,
    };
    const server = createSecureServer(options);
    // Closes an idle HTTP/2 session gracefully, so that streams that are still open can finish.
    server.on('session', (session) => session.setTimeout(IDLE_TIMEOUT, () => session.close()));
    // The type assertion is safe, because Fastify and Octavo use only properties that `node:http` and `node:http2` have
    // in common.
    return (server as unknown as Server).on('request', listener);
  };
}

/**
 * Registers a hook that removes the header `Connection` from HTTP/2 responses. HTTP/2 forbids this header (RFC 9113,
 * 8.2.2), but Fastify sets it when a request body is too large.
 */
export function omitConnectionHeader(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, body, done) => {
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    done(null, body);
  });
}
