import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientIpResolver } from './client-ips.ts';
import { IdleConnectionLimiter } from './idle-connections.ts';
import { queuePipelinedRequests } from './pipelining.ts';

describe('pipelined requests', () => {
  let app: FastifyInstance;
  let running = 0;
  let maxRunning = 0;
  let received = 0;
  let release: () => void;

  beforeEach(async () => {
    running = maxRunning = received = 0;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    app = fastify();
    app.get('/quick/:number', async ({ params }) => `<${(params as { number: string }).number}>`);
    app.get('/held', async () => {
      received += 1;
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await gate;
      running -= 1;
      return 'held';
    });
    queuePipelinedRequests(app, new IdleConnectionLimiter(app, createClientIpResolver(undefined)));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    release();
    await app.close();
  });

  function connect() {
    const { port } = app.server.address() as AddressInfo;
    return net.connect(port, '127.0.0.1');
  }
  const request = (path: string, extraHeaders = '') =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\n${extraHeaders}\r\n`;

  it('get responses in their order', async () => {
    const socket = connect();
    const paths = Array.from({ length: 20 }, (_, at) => `/quick/${at}`);
    socket.write(
      paths.map((path) => request(path)).join('') + request('/quick/last', 'connection: close\r\n'),
    );
    const response = Buffer.concat(await socket.toArray()).toString();
    const bodies = [...response.matchAll(/<(\w+)>/g)].map(([, body]) => body);
    expect(bodies).toEqual([...Array.from({ length: 20 }, (_, at) => String(at)), 'last']);
  });

  it('are handled one at a time for each connection', async () => {
    const [first, second] = [connect(), connect()];
    for (const socket of [first, second]) socket.write(request('/held').repeat(30));
    await expect.poll(() => received).toBe(2);
    // Without the limit of one running request per connection, the server would have started more of the pipelined
    // requests by the time it responds to this request on a third connection.
    expect((await fetch(toUrl('/quick/1'))).status).toBe(200);
    expect(maxRunning).toBe(2);
    first.destroy();
    second.destroy();
  });

  it('are discarded when their connection is closed', async () => {
    const socket = connect();
    socket.write(request('/held').repeat(30));
    await expect.poll(() => received).toBe(1);
    socket.destroy();
    await expect
      .poll(async () => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n))))
      .toBe(0);
    release();
    expect((await fetch(toUrl('/quick/1'))).status).toBe(200);
    expect(received).toBe(1);
  });

  it('close their connection if there are too many of them', async () => {
    const socket = connect().on('error', () => {});
    socket.write(request('/held').repeat(500));
    await once(socket, 'close');
    expect(received).toBe(1);
    await expect.poll(() => fetchStatus('/quick/1')).toBe(200);
  });

  it("also close the client's idle connections, but no active ones, if there are too many of them", async () => {
    const [active, idle, flooding] = [connect(), connect(), connect()];
    for (const socket of [active, idle, flooding]) {
      socket.on('error', () => {});
      await once(socket, 'connect');
    }
    active.write(request('/quick/1'));
    await once(active, 'data');
    flooding.write(request('/held').repeat(500));
    await Promise.all([once(idle, 'close'), once(flooding, 'close')]);
    active.write(request('/quick/2'));
    const [response] = await once(active, 'data');
    expect(String(response)).toContain('<2>');
    active.destroy();
  });

  it('create no stack traces when their connection is closed', async () => {
    const limit = Error.stackTraceLimit;
    const socket = connect().on('error', () => {});
    const [serverSocket] = (await once(app.server, 'connection')) as [net.Socket];
    let limitWhileClosing: number | undefined;
    serverSocket.once('close', () => (limitWhileClosing = Error.stackTraceLimit));
    socket.write(request('/held').repeat(500));
    await once(serverSocket, 'close');
    expect(limitWhileClosing).toBe(0);
    expect(Error.stackTraceLimit).toBe(limit);
  });

  const fetchStatus = async (path: string) =>
    (await fetch(toUrl(path)).catch(() => undefined))?.status;
  const toUrl = (path: string) =>
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
});
