import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { IdleConnectionLimiter } from './idle-connections.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/**
 * Maximum number of pipelined requests on a connection. Browsers and proxies do not pipeline requests, and load
 * generators pipeline about ten.
 */
const MAX_PIPELINED_REQUESTS = 64;

/**
 * Handles the pipelined requests of a connection (RFC 9112, 9.3.2) one after the other, alternating with requests from
 * other connections. Node itself would pass on a thousand of them at once, and would continue after the client has
 * disconnected. A connection with too many pipelined requests is closed, together with the idle connections of its
 * client ({@link IdleConnectionLimiter}).
 */
export function serializePipelinedRequests(
  app: FastifyInstance,
  idle: IdleConnectionLimiter,
): void {
  const pendingCounts = new WeakMap<Socket, number>();
  wrapRequestListener(app, (request, response, next) => {
    const { socket } = request;
    idle.markActive(socket);
    // A response that already has its socket is next in line, because all earlier responses have been sent.
    if (response.socket) return next(request, response);
    if (socket.destroyed) return;
    if (!pendingCounts.has(socket)) suppressTracesOnClose(socket);
    const count = (pendingCounts.get(socket) ?? 0) + 1;
    pendingCounts.set(socket, count);
    if (count > MAX_PIPELINED_REQUESTS) {
      idle.closeFrom(socket);
      socket.destroy();
      return;
    }
    // The event `socket` is emitted when Node assigns the connection to this response. If the connection closes first,
    // the event is never emitted.
    response.once('socket', () => {
      pendingCounts.set(socket, pendingCounts.get(socket)! - 1);
      setImmediate(() => {
        if (!socket.destroyed) next(request, response);
      });
    });
  });
}

/**
 * Disables the stack traces of the errors that Node creates for every request and response of a closed connection.
 * These traces are never read, and creating them for thousands of pipelined requests would take seconds.
 */
function suppressTracesOnClose(socket: Socket): void {
  let limit: number;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
