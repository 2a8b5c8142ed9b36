import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ClientIpResolver } from './client-ips.ts';
import { ConnectionCounter } from './connection-counter.ts';
import { FairQueue, type Place } from './fair-queue.ts';

/** Connections of one caller. A school of a thousand may stand behind one address. */
const MOST_CONNECTIONS = 2048;
/**
 * Handshakes of one caller: each takes this process a millisecond or two, at a moment the client chooses. Callers do
 * not wait for each other, since it is the line that handshakes wait for.
 */
const MOST_HANDSHAKES = 32;
/** Milliseconds. */
const LONGEST_WAIT = 10_000;

export interface ConnectionBounds {
  mostConnections?: number;
  mostHandshakes?: number;
}

/**
 * Has TLS begin with a connection when it is its caller's turn, and closes those that one caller has too many of. A
 * proxy that is believed speaks for many: its connections begin as they come.
 */
export function limitTlsHandshakes(
  app: FastifyInstance,
  callers: ClientIpResolver,
  { mostConnections = MOST_CONNECTIONS, mostHandshakes = MOST_HANDSHAKES }: ConnectionBounds = {},
): void {
  const { server } = app;
  const connections = new ConnectionCounter(mostConnections);
  const queue = new FairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    atOncePerCaller: mostHandshakes,
    waiting: Number.POSITIVE_INFINITY,
    waitingPerCaller: mostConnections,
    longestWait: LONGEST_WAIT,
  });
  /** Those that wait, or have begun and are not done, by whom they are with. */
  const beginning = new Map<string, { socket: Socket; place: Place }>();
  const end = (name: string) => {
    beginning.get(name)?.place.leave();
    beginning.delete(name);
  };

  const [listener] = server.listeners('connection') as [(socket: Socket) => void];
  const begin = (socket: Socket) => void listener.call(server, socket);
  server.off('connection', listener).on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const caller = callers.forAddress(socket.remoteAddress ?? '');
    if (caller === undefined) return begin(socket);
    if (!connections.add(caller)) return void socket.destroy();
    const name = nameOf(socket);
    // Until TLS begins, nobody else hears that the line has failed.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      connections.remove(caller);
      end(name);
    });
    const start = () => begin(socket);
    const place = queue.enter(caller, start, () => socket.destroy());
    beginning.set(name, { socket, place });
  });
  // Another socket, around the one that was connected.
  server.on('secureConnection', (socket: Socket) => end(nameOf(socket)));
  app.addHook('preClose', async () => {
    for (const { socket } of beginning.values()) socket.destroy();
  });
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
