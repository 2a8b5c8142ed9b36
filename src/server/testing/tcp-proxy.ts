import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A TCP relay that can stop forwarding data without closing connections. */
export interface TcpProxy {
  /** URL for reaching the server through the relay. */
  url: string;
  /**
   * Stops forwarding data, as if the server's machine had stopped. Connections stay open, and new ones are accepted.
   */
  freeze(): void;
  /** Forwards the data that was received since `freeze`, and all later data. */
  thaw(): void;
  /** Closes all connections. Also closes new connections until `accept` is called, as if the server had stopped. */
  refuse(): void;
  accept(): void;
  close(): Promise<void>;
}

/** Opens a relay to the server at `url`. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isRefusing = false;
  const server = net.createServer((socket) => {
    if (isRefusing) return socket.destroy();
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const relayUrl = new URL(url);
  relayUrl.hostname = '127.0.0.1';
  relayUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: relayUrl.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    refuse() {
      isRefusing = true;
      for (const socket of sockets) socket.destroy();
    },
    accept() {
      isRefusing = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
