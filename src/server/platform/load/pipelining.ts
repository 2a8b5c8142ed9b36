import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { IdleConnections } from './idle-connections.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/** Pipelined requests that a connection may have. Browsers and proxies send none; load generators about ten. */
const MOST_AHEAD = 64;

/**
 * Handles the pipelined requests of a connection (RFC 9112, 9.3.2) one after the other, with requests of other connections
 * in between. Node would pass on a thousand of them at once, and continue with them after the client has disconnected. A
 * connection with too many is closed, and so are the {@link IdleConnections} of its client.
 */
export function serializePipelinedRequests(app: FastifyInstance, idle: IdleConnections): void {
  const ahead = new WeakMap<Socket, number>();
  wrapRequestListener(app, (request, response, next) => {
    const { socket } = request;
    idle.markActive(socket);
    // The connection has been assigned to this response: every earlier one has been sent.
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
    // Emitted when the connection is assigned to this response; never, once it is closed.
    response.once('socket', () => {
      ahead.set(socket, ahead.get(socket)! - 1);
      setImmediate(() => {
        if (!socket.destroyed) next(request, response);
      });
    });
  });
}

/**
 * Omits the stack traces of the errors that Node creates for every request and response of a closed connection. Nobody reads
 * them, and for thousands of pipelined requests they take seconds.
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
