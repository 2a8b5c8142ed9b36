import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Callers } from './callers.ts';
import { interpose } from './interpose.ts';

/** Requests a connection may have sent ahead. Browsers and proxies send none; load generators ten or so. */
const MOST_AHEAD = 64;
/** Milliseconds for which nobody new is heard from where a connection was cut off. */
const REST = 1000;

/**
 * Answers the requests that a connection sends without waiting for answers (RFC 9112, 9.3.2) one after the other,
 * and lets the other connections have their turn in between. Node would hand over a thousand of them in one go, and
 * go on with them when nobody is there any more. A connection that sends too many ahead is cut off, and so are the
 * caller's that have not asked for anything yet: what is read of each takes ten milliseconds before it can be cut.
 */
export function answerOneAtATime(app: FastifyInstance, callers: Callers): void {
  const ahead = new WeakMap<Socket, number>();
  const strangers = new Strangers(app, callers);
  interpose(app, (request, response, next) => {
    const { socket } = request;
    strangers.hear(socket);
    // The connection is this response's: every earlier one has been sent.
    if (response.socket) return next(request, response);
    if (socket.destroyed) return;
    if (!ahead.has(socket)) closeWithoutTraces(socket);
    const count = (ahead.get(socket) ?? 0) + 1;
    ahead.set(socket, count);
    if (count > MOST_AHEAD) {
      strangers.cutOff(socket);
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

/** Connections that have asked for nothing yet. */
class Strangers {
  readonly #callers: Callers;
  /** Each with who is at its other end. */
  readonly #sockets = new Map<Socket, string>();
  /** Who was cut off lately. */
  readonly #resting = new Set<string>();

  constructor({ server }: FastifyInstance, callers: Callers) {
    this.#callers = callers;
    server.on('connection', (socket: Socket) => this.#meet(socket));
  }

  /** It has asked for something: it is no stranger any more. */
  hear(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  /** Cuts off every stranger from where `socket` came from, and whoever else comes from there for {@link REST}. */
  cutOff(socket: Socket): void {
    const caller = this.#callerAt(socket);
    if (caller === undefined || this.#resting.has(caller)) return;
    this.#resting.add(caller);
    setTimeout(() => this.#resting.delete(caller), REST).unref();
    for (const [stranger, its] of this.#sockets) if (its === caller) stranger.destroy();
  }

  #meet(socket: Socket): void {
    const caller = this.#callerAt(socket);
    if (caller === undefined) return;
    if (this.#resting.has(caller)) return void socket.destroy();
    this.#sockets.set(socket, caller);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #callerAt({ remoteAddress }: Socket): string | undefined {
    return remoteAddress === undefined ? undefined : this.#callers.at(remoteAddress);
  }
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
