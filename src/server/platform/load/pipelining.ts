import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { IdleConnections } from './idle-connections.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/** Requests a connection may have sent ahead. Browsers and proxies send none; load generators ten or so. */
const MOST_AHEAD = 64;

/**
 * Answers the requests that a connection sends without waiting for answers (RFC 9112, 9.3.2) one after the other,
 * and lets the other connections have their turn in between. Node would hand over a thousand of them in one go, and
 * go on with them when nobody is there any more. A connection that sends too many ahead is cut off, and so are the
 * {@link IdleConnections} that came with it.
 */
export function serializePipelinedRequests(app: FastifyInstance, idle: IdleConnections): void {
  const ahead = new WeakMap<Socket, number>();
  wrapRequestListener(app, (request, response, next) => {
    const { socket } = request;
    idle.markActive(socket);
    // The connection is this response's: every earlier one has been sent.
    if (response.socket) return next(request, response);
    if (socket.destroyed) return;
    if (!ahead.has(socket)) closeWithoutTraces(socket);
    const count = (ahead.get(socket) ?? 0) + 1;
    ahead.set(socket, count);
    if (count > MOST_AHEAD) {
      idle.closeFrom(socket);
      socket.destroy();
      return;
    }
    // Emitted when the connection becomes this response's, and never once it is gone.
    response.once('socket', () => {
      ahead.set(socket, ahead.get(socket)! - 1);
      setImmediate(() => {
        if (!socket.destroyed) next(request, response);
      });
    });
  });
}

/**
 * Node tells every request and response of a connection that is gone so, with an error each, whose stack trace takes
 * longer than all the rest: for the thousands that were sent ahead, and had been read before the connection was cut,
 * it would be seconds. Nobody reads these traces.
 */
function closeWithoutTraces(socket: Socket): void {
  let limit: number;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
