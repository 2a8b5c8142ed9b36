import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientIpResolver } from './client-ips.ts';
import { IdleConnectionLimiter } from './idle-connections.ts';
import { serializePipelinedRequests } from './pipelining.ts';

describe('pipelined requests', () => {
  let app: FastifyInstance;
  let underWay = 0;
  let mostUnderWay = 0;
  let taken = 0;
  let release: () => void;

  beforeEach(async () => {
    underWay = mostUnderWay = taken = 0;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    app = fastify();
    app.get('/quick/:number', async ({ params }) => `<${(params as { number: string }).number}>`);
    app.get('/held', async () => {
      taken += 1;
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await held;
      underWay -= 1;
      return 'held';
    });
    serializePipelinedRequests(
      app,
      new IdleConnectionLimiter(app, createClientIpResolver(undefined)),
    );
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
  const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;

  it('get responses in their order', async () => {
    const socket = connect();
    const paths = Array.from({ length: 20 }, (_, at) => `/quick/${at}`);
    socket.write(
      paths.map((path) => request(path)).join('') + request('/quick/last', 'connection: close\r\n'),
    );
    const answer = Buffer.concat(await socket.toArray()).toString();
    const bodies = [...answer.matchAll(/<(\w+)>/g)].map(([, body]) => body);
    expect(bodies).toEqual([...Array.from({ length: 20 }, (_, at) => String(at)), 'last']);
  });

  it('are handled one at a time for each connection', async () => {
    const [one, other] = [connect(), connect()];
    for (const socket of [one, other]) socket.write(request('/held').repeat(30));
    await expect.poll(() => taken).toBe(2);
    // While the server handles another client's request, it would start further requests of the first connection if it
    // did not handle them one at a time.
    expect((await fetch(address('/quick/1'))).status).toBe(200);
    expect(mostUnderWay).toBe(2);
    one.destroy();
    other.destroy();
  });

  it('are discarded when their connection is closed', async () => {
    const socket = connect();
    socket.write(request('/held').repeat(30));
    await expect.poll(() => taken).toBe(1);
    socket.destroy();
    await expect
      .poll(async () => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n))))
      .toBe(0);
    release();
    expect((await fetch(address('/quick/1'))).status).toBe(200);
    expect(taken).toBe(1);
  });

  it('close their connection if there are too many of them', async () => {
    const socket = connect().on('error', () => {});
    socket.write(request('/held').repeat(500));
    await once(socket, 'close');
    expect(taken).toBe(1);
    await expect.poll(() => statusOf('/quick/1')).toBe(200);
  });

  it("also close the client's idle connections, but no active ones, if there are too many of them", async () => {
    const [asked, silent, cut] = [connect(), connect(), connect()];
    for (const socket of [asked, silent, cut]) {
      socket.on('error', () => {});
      await once(socket, 'connect');
    }
    asked.write(request('/quick/1'));
    await once(asked, 'data');
    cut.write(request('/held').repeat(500));
    await Promise.all([once(silent, 'close'), once(cut, 'close')]);
    asked.write(request('/quick/2'));
    const [answer] = await once(asked, 'data');
    expect(String(answer)).toContain('<2>');
    asked.destroy();
  });

  it('create no stack traces when their connection is closed', async () => {
    const limit = Error.stackTraceLimit;
    const socket = connect().on('error', () => {});
    const [atServer] = (await once(app.server, 'connection')) as [net.Socket];
    let whileClosing: number | undefined;
    atServer.once('close', () => (whileClosing = Error.stackTraceLimit));
    socket.write(request('/held').repeat(500));
    await once(atServer, 'close');
    expect(whileClosing).toBe(0);
    expect(Error.stackTraceLimit).toBe(limit);
  });

  const statusOf = async (path: string) =>
    (await fetch(address(path)).catch(() => undefined))?.status;
  const address = (path: string) =>
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
});
