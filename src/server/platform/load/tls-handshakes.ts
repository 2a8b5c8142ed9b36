import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ClientIpResolver } from './client-ips.ts';
import { FairQueue, type FairQueueSlot } from './fair-queue.ts';
import { PerClientConcurrencyLimiter } from './per-client-limiter.ts';

/** Maximum number of connections from one client. A school of a thousand pupils may share one IP address. */
const MAX_CONNECTIONS = 2048;
/**
 * Maximum number of concurrent TLS handshakes per client. A handshake takes one or two milliseconds of CPU time, and a
 * client can trigger many at the same moment. The limit applies to each client separately, so that a client whose
 * handshakes wait for the network does not delay other clients.
 */
const MAX_HANDSHAKES = 32;
/** Maximum time, in milliseconds, that a connection waits for its TLS handshake to start before it is closed. */
const HANDSHAKE_TIMEOUT = 10_000;

export interface TlsHandshakeLimits {
  maxConnections?: number;
  maxHandshakes?: number;
}

/**
 * Limits the number of concurrent TLS handshakes per client. Also limits the number of connections per client, and
 * closes any further ones. Connections from trusted proxies are not limited, because they carry requests from many
 * clients.
 */
export function limitTlsHandshakes(
  app: FastifyInstance,
  callers: ClientIpResolver,
  { maxConnections = MAX_CONNECTIONS, maxHandshakes = MAX_HANDSHAKES }: TlsHandshakeLimits = {},
): void {
  const { server } = app;
  const connections = new PerClientConcurrencyLimiter(maxConnections);
  const queue = new FairQueue({
    maxRunning: Number.POSITIVE_INFINITY,
    maxRunningPerCaller: maxHandshakes,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerCaller: maxConnections,
    maxWait: HANDSHAKE_TIMEOUT,
  });
  /** Connections whose TLS handshake is waiting or running, by the client's IP address and port. */
  const handshakes = new Map<string, { socket: Socket; slot: FairQueueSlot }>();
  const endHandshake = (peer: string) => {
    handshakes.get(peer)?.slot.leave();
    handshakes.delete(peer);
  };

  const [listener] = server.listeners('connection') as [(socket: Socket) => void];
  const startHandshake = (socket: Socket) => void listener.call(server, socket);
  server.off('connection', listener).on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const caller = callers.forAddress(socket.remoteAddress ?? '');
    if (caller === undefined) return startHandshake(socket);
    if (!connections.add(caller)) return void socket.destroy();
    const peer = getPeerAddress(socket);
    // Before the handshake starts, nothing else handles errors on the socket.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      connections.remove(caller);
      endHandshake(peer);
    });
    const start = () => startHandshake(socket);
    const slot = queue.enter(caller, start, () => socket.destroy());
    handshakes.set(peer, { socket, slot });
  });
  // Finds the handshake's slot by the client's IP address and port, because the `secureConnection` event does not
  // provide the original socket, but a TLS socket that wraps it.
  server.on('secureConnection', (socket: Socket) => endHandshake(getPeerAddress(socket)));
  app.addHook('preClose', async () => {
    for (const { socket } of handshakes.values()) socket.destroy();
  });
}

function getPeerAddress({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
