import type { IncomingMessage } from 'node:http';
import {
  constants,
  type Http2ServerRequest,
  type Http2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { FastifyInstance } from 'fastify';
import type { ClientIpResolver } from './client-ips.ts';
import type { IdleConnectionLimiter } from './idle-connections.ts';
import { PerClientConcurrencyLimiter } from './per-client-limiter.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;

/**
 * Maximum number of streams that a connection may open in one turn of the event loop. Only half as many streams may be
 * open at the same time, so a client that exceeds this limit must have reset streams immediately after opening them
 * (CVE-2023-44487).
 */
const MAX_STARTED_STREAMS = 64;

export interface Http2StreamLimits {
  /** Maximum time, in milliseconds, until a request's whole body has been received. */
  maxBodyDuration: number;
  /** Maximum time, in milliseconds, from a request's start until the client has read the whole response. */
  maxDuration?: number;
  /** Maximum number of open streams per client, on all its connections together. */
  maxPerCaller?: number;
}

/**
 * Limits HTTP/2 streams, because a single connection can have many of them. In each turn of the event loop, handles
 * only one request per connection, so that one connection does not delay requests on the others. Ignores requests whose
 * stream has been reset. If a connection opens too many streams, closes it and its client's idle connections ({@link
 * IdleConnectionLimiter}). Passes on HTTP/1.1 requests unchanged.
 */
export function limitHttp2Streams(
  app: FastifyInstance,
  callers: ClientIpResolver,
  idle: IdleConnectionLimiter,
  { maxBodyDuration, maxDuration = 5 * 60_000, maxPerCaller = 2048 }: Http2StreamLimits,
): void {
  const openStreams = new PerClientConcurrencyLimiter(maxPerCaller);
  const queues = new WeakMap<Http2Session, TurnQueue>();
  app.server.on('session', (session: ServerHttp2Session) => closeOnFlood(session, idle));
  wrapRequestListener(app, (request, response, next) => {
    const stream = getHttp2Stream(request);
    if (!stream) return next(request, response);
    const { session } = stream;
    const caller = callers.forRequest(request);
    // Ignores a request whose stream has been reset.
    if (stream.closed || !session || caller === undefined) return;
    if (!openStreams.add(caller)) return stream.close(NGHTTP2_REFUSED_STREAM);
    const timers = [setTimeout(() => destroyStream(stream), maxDuration)];
    if (!stream.endAfterHeaders) timers.push(endSlowBody(request, stream, maxBodyDuration));
    stream.once('close', () => {
      openStreams.remove(caller);
      for (const timer of timers) clearTimeout(timer);
    });
    const queue = queues.get(session) ?? new TurnQueue();
    queues.set(session, queue);
    queue.add(() => {
      if (stream.closed) return;
      idle.markActive(session as ServerHttp2Session);
      next(request, response);
    });
  });
}

/** Returns the HTTP/2 stream of a request. Returns `undefined` for an HTTP/1.1 request. */
export function getHttp2Stream(request: IncomingMessage): ServerHttp2Stream | undefined {
  return (request as unknown as Partial<Http2ServerRequest>).stream;
}

/**
 * Closes a connection that opens too many streams. Counts the session's `stream` events instead of the requests,
 * because a request no longer refers to its connection once its stream has been reset.
 */
function closeOnFlood(session: ServerHttp2Session, idle: IdleConnectionLimiter): void {
  let startedStreams = 0;
  session.prependListener('stream', () => {
    if (startedStreams === 0) setImmediate(() => (startedStreams = 0));
    startedStreams += 1;
    if (startedStreams <= MAX_STARTED_STREAMS || session.destroyed) return;
    idle.closeIdleConnectionsOfSameClient(session);
    session.destroy();
  });
}

/**
 * Responds with 408 if an HTTP/2 request's body is incomplete after `maxDuration` milliseconds. For HTTP/1.1,
 * `node:http` does the same. Once the response has been sent, closes the stream without waiting for the rest of the
 * body (RFC 9113, 8.1).
 */
function endSlowBody(
  request: IncomingMessage,
  stream: ServerHttp2Stream,
  maxDuration: number,
): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true });
    destroyStream(stream);
  }, maxDuration);
  stream.once('finish', () => stream.close(NGHTTP2_NO_ERROR));
  request.once('end', () => clearTimeout(timer));
  return timer;
}

/**
 * Destroys an HTTP/2 stream in any state. Calling `close` alone is not sufficient, because Node keeps a stream until
 * the connection closes if the client resets it with NO_ERROR before reading the response.
 */
function destroyStream(stream: ServerHttp2Stream): void {
  stream.close(NGHTTP2_CANCEL);
  stream.destroy();
}

/** A queue that runs one task in each turn of the event loop. */
class TurnQueue {
  readonly #waiting: (() => void)[] = [];
  #isFree = true;

  /** Runs a task immediately if no other task has run in this turn of the event loop. Otherwise queues the task. */
  add(task: () => void): void {
    if (!this.#isFree) return void this.#waiting.push(task);
    this.#isFree = false;
    setImmediate(() => {
      this.#isFree = true;
      const next = this.#waiting.shift();
      if (next) this.add(next);
    });
    task();
  }
}
