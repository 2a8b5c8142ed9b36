import type { Server } from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Certificate } from './certificate.ts';

/** What one connection may ask of Node's HTTP/2: beyond it, it is closed. */
const BOUNDS = {
  settings: {
    /** Requests under way; one more is refused, to be sent again. Browsers wait until they may. */
    maxConcurrentStreams: 32,
    /** Bytes of a request's head, as `node:http` has it. */
    maxHeaderListSize: 16 * 1024,
    enablePush: false,
  },
  maxHeaderListPairs: 100,
  /** Requests taken back (CVE-2023-44487), at once and by the second. A page that is left takes back what it still waits for. */
  streamResetBurst: 100,
  streamResetRate: 33,
  maxSessionInvalidFrames: 100,
  /** Megabytes, with what is to be sent and has no room: more than that many answers have in the making. */
  maxSessionMemory: 4,
} as const satisfies SecureServerOptions;

/** Milliseconds a connection is kept without a request: as long as Fastify keeps one of HTTP/1.1. */
const LONGEST_IDLE = 72_000;

/**
 * Has a server speak HTTPS alone: HTTP/2, and HTTP/1.1 with who knows no better. `times` is what requests have by
 * HTTP/1.1.
 */
export function secureServer(
  { cert, key }: Certificate,
  times: { headersTimeout: number },
): FastifyServerFactory {
  const ofHttp1 = { ...times, keepAliveTimeout: LONGEST_IDLE };
  const handshakeTimeout = times.headersTimeout;
  return (listener) => {
    const options = { ...BOUNDS, ...ofHttp1, cert, key, allowHTTP1: true, handshakeTimeout };
    const server = createSecureServer(options);
    // Streams that are open end first.
    server.on('session', (session) => session.setTimeout(LONGEST_IDLE, () => session.close()));
    // Requests and responses are alike in what Fastify and we ask of them, and so are the servers.
    return (server as unknown as Server).on('request', listener);
  };
}

/** Keeps the header `connection` from HTTP/2, which has none (RFC 9113, 8.2.2): Fastify sets it where a body is too long. */
export function nameNoConnection(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, body, done) => {
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    done(null, body);
  });
}
