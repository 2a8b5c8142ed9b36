import type { Server } from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Certificate } from './certificate.ts';

/** Node's limits for one HTTP/2 connection. A connection that exceeds them is closed. */
const HTTP2_LIMITS = {
  settings: {
    /** Concurrent requests; one more is refused and can be retried. Browsers wait. */
    maxConcurrentStreams: 32,
    /** Bytes of a request's headers, as in `node:http`. */
    maxHeaderListSize: 16 * 1024,
    enablePush: false,
  },
  maxHeaderListPairs: 100,
  /** Resets (CVE-2023-44487), at once and per second. A browser that leaves a page resets its pending requests. */
  streamResetBurst: 100,
  streamResetRate: 33,
  maxSessionInvalidFrames: 100,
  /** Megabytes, including data that waits to be sent: more than the pending responses need. */
  maxSessionMemory: 4,
} as const satisfies SecureServerOptions;

/** Milliseconds until an idle connection is closed, as with HTTP/1.1 in Fastify. */
const IDLE_TIMEOUT = 72_000;

/** Creates a server for HTTPS: HTTP/2, and HTTP/1.1 for clients without it. `times` are the timeouts of HTTP/1.1. */
export function createTlsServer(
  { cert, key }: Certificate,
  times: { headersTimeout: number },
): FastifyServerFactory {
  const ofHttp1 = { ...times, keepAliveTimeout: IDLE_TIMEOUT };
  const handshakeTimeout = times.headersTimeout;
  return (listener) => {
    const options = { ...HTTP2_LIMITS, ...ofHttp1, cert, key, allowHTTP1: true, handshakeTimeout };
    const server = createSecureServer(options);
    // Open streams end first.
    server.on('session', (session) => session.setTimeout(IDLE_TIMEOUT, () => session.close()));
    // Fastify and we use only what the requests, responses and servers of both modules have.
    return (server as unknown as Server).on('request', listener);
  };
}

/** Removes the header `connection` from HTTP/2 responses (RFC 9113, 8.2.2). Fastify sets it when a body is too long. */
export function omitConnectionHeader(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, body, done) => {
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    done(null, body);
  });
}
