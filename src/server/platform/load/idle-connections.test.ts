import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientIpResolver } from './client-ips.ts';
import { IdleConnectionLimiter } from './idle-connections.ts';
import { queuePipelinedRequests } from './pipelining.ts';

const MAX_CONNECTIONS = 3;

describe('connections before their first request', () => {
  let app: FastifyInstance;
  const sockets: net.Socket[] = [];

  beforeEach(async () => {
    app = fastify();
    app.get('/', async () => 'here');
    queuePipelinedRequests(
      app,
      new IdleConnectionLimiter(app, createClientIpResolver(undefined), MAX_CONNECTIONS),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
  });

  async function connect(): Promise<net.Socket> {
    const { port } = app.server.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }
  /** Sends a request on a connection. Resolves to the status of the response, or to 0 if the connection is closed. */
  async function sendRequest(socket: net.Socket): Promise<number> {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1] ?? 0);
  }
  const countConnections = () => promisify(app.server.getConnections.bind(app.server))();
  async function openMaxConnections(): Promise<net.Socket[]> {
    const openedSockets: net.Socket[] = [];
    while (openedSockets.length < MAX_CONNECTIONS) openedSockets.push(await connect());
    return openedSockets;
  }

  it('are closed beyond the maximum of each client', async () => {
    await openMaxConnections();
    expect(await sendRequest(await connect())).toBe(0);
  });

  it('no longer count after their first request', async () => {
    const [first] = await openMaxConnections();
    expect(await sendRequest(first!)).toBe(200);
    expect(await sendRequest(await connect())).toBe(200);
  });

  it('no longer count once they are closed, and are subtracted only once', async () => {
    const [first] = await openMaxConnections();
    expect(await sendRequest(first!)).toBe(200);
    first!.destroy();
    await expect.poll(countConnections).toBe(MAX_CONNECTIONS - 1);
    expect(await sendRequest(await connect())).toBe(200);
    await connect();
    expect(await sendRequest(await connect())).toBe(0);
  });
});
