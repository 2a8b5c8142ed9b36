import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { interpose } from './interpose.ts';

/** Requests a connection may have sent ahead. Browsers and proxies send none; load generators ten or so. */
const MOST_AHEAD = 64;

/**
 * Answers the requests that a connection sends without waiting for answers (RFC 9112, 9.3.2) one after the other,
 * and lets the other connections have their turn in between. Node would hand over a thousand of them in one go, and
 * go on with them when nobody is there any more. A connection that sends too many ahead is cut off.
 */
export function answerOneAtATime(app: FastifyInstance): void {
  const ahead = new WeakMap<Socket, number>();
  interpose(app, (request, response, next) => {
    // The connection is this response's: every earlier one has been sent.
    if (response.socket) return next(request, response);
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (ahead.get(socket) ?? 0) + 1;
    ahead.set(socket, count);
    if (count > MOST_AHEAD) return void socket.destroy();
    // Emitted when the connection becomes this response's, and never once it is gone.
    response.once('socket', () => {
      ahead.set(socket, ahead.get(socket)! - 1);
      setImmediate(() => {
        if (!socket.destroyed) next(request, response);
      });
    });
  });
}
