import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { IdleConnectionLimiter } from './idle-connections.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/**
 * Maximum number of pipelined requests that wait on a connection. Browsers and proxies do not pipeline requests.
 * Load-testing tools pipeline about ten.
 */
const MAX_PIPELINED_REQUESTS = 64;

/**
 * Handles a connection's pipelined requests (RFC 9112, 9.3.2) one after the other, alternating with requests on other
 * connections. Without this function, Node could pass a thousand of them to the application at once, and would continue
 * even after the client has disconnected. If a connection has too many pipelined requests, closes it and its client's
 * idle connections ({@link IdleConnectionLimiter}).
 */
export function queuePipelinedRequests(app: FastifyInstance, idle: IdleConnectionLimiter): void {
  const pendingCounts = new WeakMap<Socket, number>();
  wrapRequestListener(app, (request, response, next) => {
    const { socket } = request;
    idle.markActive(socket);
    // If Node has already assigned the socket to the response, all earlier responses have been sent, and this request
    // is next.
    if (response.socket) return next(request, response);
    if (socket.destroyed) return;
    if (!pendingCounts.has(socket)) suppressTracesOnClose(socket);
    const count = (pendingCounts.get(socket) ?? 0) + 1;
    pendingCounts.set(socket, count);
    if (count > MAX_PIPELINED_REQUESTS) {
      idle.closeIdleConnectionsOfSameClient(socket);
      socket.destroy();
      return;
    }
    // Node emits the event `socket` when it assigns the connection to this response. If the connection closes first,
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
 * Disables stack traces for the errors that Node creates when a connection closes, one for each pending request and
 * response. The stack traces are never read, but creating them for thousands of pipelined requests would take seconds.
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
