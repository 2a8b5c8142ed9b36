import { once } from 'node:events';
import { constants } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSelfSignedCertificate } from '#server/testing/certificate.ts';
import { connectByHttp2, type Http2Client } from '#server/testing/http2-client.ts';
import {
  encodePreface,
  encodeRequestHeaders,
  encodeResetFrame,
} from '#server/testing/http2-frames.ts';
import { createTlsServerFactory } from '../http/http2.ts';
import { createSlowRequestTimeouts } from '../http/slow-request-timeouts.ts';
import { createClientIpResolver } from './client-ips.ts';
import { type Http2StreamLimits, limitHttp2Streams } from './http2-streams.ts';
import { IdleConnectionLimiter } from './idle-connections.ts';
import { limitTlsHandshakes, type TlsHandshakeLimits } from './tls-handshakes.ts';

const { cert, key } = createSelfSignedCertificate();
const certificate = { cert: Buffer.from(cert), key: Buffer.from(key) };
const { NGHTTP2_REFUSED_STREAM } = constants;

describe('over HTTP/2', () => {
  let app: FastifyInstance;
  let clients: Http2Client[];
  /** URLs of the requests that the application received, in order. `null` separates two turns of the event loop. */
  let receivedUrls: (string | null)[];

  async function startServer(
    streams: Partial<Http2StreamLimits> = {},
    connections: TlsHandshakeLimits = {},
  ) {
    app = fastify({
      serverFactory: createTlsServerFactory(certificate, createSlowRequestTimeouts().http),
    });
    clients = [];
    receivedUrls = [];
    app.get('/quick/:name', async ({ params }) => (params as { name: string }).name);
    app.get('/large', async () => 'x'.repeat(100_000));
    app.post('/', async () => 'whole');
    app.addHook('onRequest', async ({ url }) => {
      receivedUrls.push(url);
    });
    const callers = createClientIpResolver(undefined);
    const idle = new IdleConnectionLimiter(app, callers);
    limitHttp2Streams(app, callers, idle, { maxBodyDuration: 30_000, ...streams });
    limitTlsHandshakes(app, callers, connections);
    await app.listen({ port: 0, host: '127.0.0.1' });
  }
  afterEach(async () => {
    for (const { session } of clients) session.destroy();
    await app.close();
  });

  const connect = async () => {
    const client = await connectByHttp2(app);
    clients.push(client);
    return client;
  };

  const connectRaw = (ALPNProtocols: string[] = []) => {
    const { port } = app.server.address() as AddressInfo;
    return tls
      .connect({ port, ALPNProtocols, rejectUnauthorized: false })
      .on('error', () => {})
      .resume();
  };
  /**
   * Resolves when a stream closes. Does not use `once` from `node:events`, because its promise rejects if the stream
   * emits an error before it closes.
   */
  const waitForClose = (stream: Duplex) => new Promise((resolve) => stream.once('close', resolve));

  it('handles one request of a connection in each turn of the event loop', async () => {
    await startServer();
    const client = await connect();
    let isOver = false;
    const recordTurn = () => {
      receivedUrls.push(null);
      if (!isOver) setImmediate(recordTurn);
    };
    setImmediate(recordTurn);
    await Promise.all(Array.from({ length: 20 }, (_, at) => client.request(`/quick/${at}`)));
    isOver = true;
    const requests = receivedUrls.filter((each) => each !== null);
    expect(requests).toEqual(Array.from({ length: 20 }, (_, at) => `/quick/${at}`));
    const hasTwoInOneTurn = receivedUrls.some(
      (each, at) => each !== null && receivedUrls[at + 1] != null,
    );
    expect(hasTwoInOneTurn).toBe(false);
  });

  it('does not handle requests that were reset before their turn', async () => {
    await startServer();
    const client = await connect();
    const streams = Array.from({ length: 10 }, (_, at) =>
      client.session.request({ ':path': `/quick/${at}` }),
    );
    for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
    expect((await client.request('/quick/last')).status).toBe(200);
    expect(receivedUrls.filter((each) => each !== null)).not.toContain('/quick/9');
  });

  it('closes a connection that resets too many streams, and the idle connections of its client', async () => {
    await startServer();
    const [active, idle] = [await connect(), await connect()];
    const flooding = connectRaw(['h2']);
    await active.request('/quick/1');
    const resets = Array.from({ length: 100 }, (_, at) => 2 * at + 1).flatMap((stream) => [
      encodeRequestHeaders(stream, { host: 'localhost', path: '/quick/2' }),
      encodeResetFrame(stream),
    ]);
    flooding.write(Buffer.concat([encodePreface(), ...resets]));
    await waitForClose(flooding);
    await expect.poll(() => idle.session.destroyed).toBe(true);
    expect((await active.request('/quick/3')).status).toBe(200);
    // All flooding requests have the same URL. The application may have handled the first of them before the client
    // reset it, so this URL may have been received once.
    expect(receivedUrls.filter((each) => each === '/quick/2').length).toBeLessThan(2);
  });

  it('limits the open streams of a client over all of its connections', async () => {
    await startServer({ maxPerCaller: 8 });
    const [first, second] = [await connect(), await connect()];
    // The responses exceed the client's flow-control windows and the client does not read them, so their streams stay
    // open.
    const stalled = Array.from({ length: 8 }, () => first.session.request({ ':path': '/large' }));
    await Promise.all(stalled.map((stream) => once(stream, 'response')));
    const refusedStream = second.session.request({ ':path': '/quick/1' }).on('error', () => {});
    await waitForClose(refusedStream);
    expect(refusedStream.rstCode).toBe(NGHTTP2_REFUSED_STREAM);
    for (const stream of stalled) stream.close(constants.NGHTTP2_CANCEL);
    await expect
      .poll(async () => (await second.request('/quick/2').catch(() => undefined))?.status)
      .toBe(200);
  });

  it('cancels a response that is not read in time', async () => {
    await startServer({ maxDuration: 200 });
    const client = await connect();
    const stalled = client.session.request({ ':path': '/large' }).on('error', () => {});
    await once(stalled, 'response');
    await expect.poll(() => stalled.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect((await client.request('/quick/1')).status).toBe(200);
  });

  it('releases the stream of a response that the client closed without reading', async () => {
    await startServer({ maxDuration: 200, maxPerCaller: 1 });
    const client = await connect();
    const stalled = client.session.request({ ':path': '/large' });
    await once(stalled, 'response');
    stalled.close(constants.NGHTTP2_NO_ERROR);
    stalled.destroy();
    const fetchStatus = async () =>
      (await client.request('/quick/1').catch(() => undefined))?.status;
    await expect.poll(fetchStatus).toBe(200);
  });

  it('responds with 408 to a body that is incomplete after the time limit', async () => {
    await startServer({ maxBodyDuration: 30_000 });
    const client = await connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const slowStream = client.session.request({
      ':method': 'POST',
      ':path': '/',
      'content-type': 'text/plain',
    });
    slowStream.on('error', () => {});
    let hasResponse = false;
    const response = once(slowStream, 'response').finally(() => (hasResponse = true));
    slowStream.write('x');
    // Waits until the server has started two timers: one that limits the time to receive the body, and one that limits
    // the whole request.
    while (vi.getTimerCount() < 2) await new Promise(setImmediate);
    vi.advanceTimersByTime(29_999);
    slowStream.write('x');
    expect((await client.request('/quick/1')).status).toBe(200);
    expect(hasResponse).toBe(false);
    vi.advanceTimersByTime(1);
    const [headers] = await response;
    expect(headers[':status']).toBe(408);
    vi.useRealTimers();
    expect((await client.request('/', { 'content-type': 'text/plain' }, 'x')).status).toBe(200);
  });

  it('limits the connections of a client', async () => {
    await startServer({}, { maxConnections: 3 });
    for (let count = 0; count < 3; count++) await connect();
    await waitForClose(connectRaw());
    await clients.pop()!.close();
    await expect
      .poll(() =>
        connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('limits the concurrent handshakes of a client, and makes further handshakes wait', async () => {
    await startServer({}, { maxHandshakes: 2 });
    const { port } = app.server.address() as AddressInfo;
    const silent = Array.from({ length: 2 }, () =>
      net.connect(port, '127.0.0.1').on('error', () => {}),
    );
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    let isConnected = false;
    const waiting = connect().then(() => (isConnected = true));
    // Waits for three handshakes with another server, which does not limit handshakes. Without a limit, the server
    // under test would have completed the client's third handshake by then.
    const unbounded = fastify({
      serverFactory: createTlsServerFactory(certificate, createSlowRequestTimeouts().http),
    });
    await unbounded.listen({ port: 0, host: '127.0.0.1' });
    for (let count = 0; count < 3; count++)
      await (await connectByHttp2(unbounded as unknown as FastifyInstance)).close();
    await unbounded.close();
    expect(isConnected).toBe(false);
    silent[0]!.destroy();
    await waiting;
    silent[1]!.destroy();
  });
});
