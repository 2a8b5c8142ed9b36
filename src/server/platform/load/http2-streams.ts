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
import { ConnectionCounter } from './connection-counter.ts';
import type { IdleConnections } from './idle-connections.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;

/**
 * Streams that a connection may begin in one turn of the event loop. It may have half as many open: who begins more
 * takes them back as they are sent (CVE-2023-44487).
 */
const MOST_BEGUN = 64;

export interface StreamBounds {
  /** Milliseconds a request's body may take. */
  longestBody: number;
  /** Milliseconds from a request until its answer has been read. */
  longest?: number;
  /** Streams of one caller that are open, over all connections. */
  mostPerCaller?: number;
}

/**
 * Bounds what the streams of HTTP/2 take, of which one connection has many: one request of a connection is taken in a
 * turn of the event loop, so that other connections come in between, and none that has been taken back by then. A
 * connection that begins more than it may have is cut off, and so are the {@link IdleConnections} that came with it. Requests
 * by HTTP/1.1 go on as they come.
 */
export function limitHttp2Streams(
  app: FastifyInstance,
  callers: ClientIpResolver,
  idle: IdleConnections,
  { longestBody, longest = 5 * 60_000, mostPerCaller = 2048 }: StreamBounds,
): void {
  const open = new ConnectionCounter(mostPerCaller);
  const lines = new WeakMap<Http2Session, Line>();
  app.server.on('session', (session: ServerHttp2Session) => cutOffFloods(session, idle));
  wrapRequestListener(app, (request, response, next) => {
    const stream = streamOf(request);
    if (!stream) return next(request, response);
    const { session } = stream;
    const caller = callers.forRequest(request);
    // It was taken back before anybody looked.
    if (stream.closed || !session || caller === undefined) return;
    if (!open.add(caller)) return stream.close(NGHTTP2_REFUSED_STREAM);
    const timers = [setTimeout(() => giveUp(stream), longest)];
    if (!stream.endAfterHeaders) timers.push(endSlowBody(request, stream, longestBody));
    stream.once('close', () => {
      open.remove(caller);
      for (const timer of timers) clearTimeout(timer);
    });
    const line = lines.get(session) ?? new Line();
    lines.set(session, line);
    line.wait(() => {
      if (stream.closed) return;
      idle.markActive(session as ServerHttp2Session);
      next(request, response);
    });
  });
}

/** The stream a request came in on; undefined where it came by HTTP/1.1. */
export function streamOf(request: IncomingMessage): ServerHttp2Stream | undefined {
  return (request as unknown as Partial<Http2ServerRequest>).stream;
}

/** Streams that were taken back are seen here alone: their requests know of no connection. */
function cutOffFloods(session: ServerHttp2Session, idle: IdleConnections): void {
  let begun = 0;
  session.prependListener('stream', () => {
    if (begun === 0) setImmediate(() => (begun = 0));
    begun += 1;
    if (begun <= MOST_BEGUN || session.destroyed) return;
    idle.closeFrom(session);
    session.destroy();
  });
}

/**
 * Answers 408 to a request whose body is not whole after `longest` milliseconds, as `node:http` does; and waits for the
 * rest of none that has been answered (RFC 9113, 8.1).
 */
function endSlowBody(
  request: IncomingMessage,
  stream: ServerHttp2Stream,
  longest: number,
): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true });
    giveUp(stream);
  }, longest);
  stream.once('finish', () => stream.close(NGHTTP2_NO_ERROR));
  request.once('end', () => clearTimeout(timer));
  return timer;
}

/**
 * Ends a stream, whatever has become of it: where a client takes one back with NO_ERROR and has not read its answer, Node
 * keeps it for as long as the connection is there.
 */
function giveUp(stream: ServerHttp2Stream): void {
  stream.close(NGHTTP2_CANCEL);
  stream.destroy();
}

/** Tasks that wait in line: one is done in a turn of the event loop. */
class Line {
  readonly #waiting: (() => void)[] = [];
  #isFree = true;

  /** Does a task now, where none has been done in this turn. */
  wait(task: () => void): void {
    if (!this.#isFree) return void this.#waiting.push(task);
    this.#isFree = false;
    setImmediate(() => {
      this.#isFree = true;
      const next = this.#waiting.shift();
      if (next) this.wait(next);
    });
    task();
  }
}
