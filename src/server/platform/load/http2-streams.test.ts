import { once } from 'node:events';
import { constants } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '#server/testing/certificate.ts';
import { connectByHttp2, type Http2Client } from '#server/testing/http2-client.ts';
import { encodeCancel, encodePreface, encodeRequest } from '#server/testing/http2-frames.ts';
import { createTlsServer } from '../http/http2.ts';
import { slowRequestTimeouts } from '../http/slow-request-timeouts.ts';
import { clientIpResolver } from './client-ips.ts';
import { type Http2StreamLimits, limitHttp2Streams } from './http2-streams.ts';
import { IdleConnections } from './idle-connections.ts';
import { limitTlsHandshakes, type TlsHandshakeLimits } from './tls-handshakes.ts';

const { cert, key } = makeCertificate();
const certificate = { cert: Buffer.from(cert), key: Buffer.from(key) };
const { NGHTTP2_REFUSED_STREAM } = constants;

describe('over HTTP/2', () => {
  let app: FastifyInstance;
  let clients: Http2Client[];
  /** What has been handed to the application, in order; a null stands for a turn of the event loop. */
  let taken: (string | null)[];

  async function serve(
    streams: Partial<Http2StreamLimits> = {},
    connections: TlsHandshakeLimits = {},
  ) {
    app = fastify({ serverFactory: createTlsServer(certificate, slowRequestTimeouts().http) });
    clients = [];
    taken = [];
    app.get('/quick/:name', async ({ params }) => (params as { name: string }).name);
    app.get('/large', async () => 'x'.repeat(100_000));
    app.post('/', async () => 'whole');
    app.addHook('onRequest', async ({ url }) => {
      taken.push(url);
    });
    const callers = clientIpResolver(undefined);
    const idle = new IdleConnections(app, callers);
    limitHttp2Streams(app, callers, idle, { longestBody: 30_000, ...streams });
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

  const connectBare = (ALPNProtocols: string[] = []) => {
    const { port } = app.server.address() as AddressInfo;
    return tls
      .connect({ port, ALPNProtocols, rejectUnauthorized: false })
      .on('error', () => {})
      .resume();
  };
  /** `once` would throw what has been heard of already. */
  const closing = (stream: Duplex) => new Promise((resolve) => stream.once('close', resolve));

  it('one request of a connection is taken in a turn of the event loop', async () => {
    await serve();
    const client = await connect();
    let isOver = false;
    const turn = () => {
      taken.push(null);
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 20 }, (_, at) => client.request(`/quick/${at}`)));
    isOver = true;
    const requests = taken.filter((each) => each !== null);
    expect(requests).toEqual(Array.from({ length: 20 }, (_, at) => `/quick/${at}`));
    const isTogether = taken.some((each, at) => each !== null && taken[at + 1] != null);
    expect(isTogether).toBe(false);
  });

  it('no request is taken that has been taken back before its turn', async () => {
    await serve();
    const client = await connect();
    const streams = Array.from({ length: 10 }, (_, at) =>
      client.session.request({ ':path': `/quick/${at}` }),
    );
    for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
    expect((await client.request('/quick/last')).status).toBe(200);
    expect(taken.filter((each) => each !== null)).not.toContain('/quick/9');
  });

  it('who takes back more than may be open is cut off, and so is who came with them', async () => {
    await serve();
    const [asked, silent] = [await connect(), await connect()];
    const flooding = connectBare(['h2']);
    await asked.request('/quick/1');
    const resets = Array.from({ length: 100 }, (_, at) => 2 * at + 1).flatMap((stream) => [
      encodeRequest(stream, { host: 'localhost', path: '/quick/2' }),
      encodeCancel(stream),
    ]);
    flooding.write(Buffer.concat([encodePreface(), ...resets]));
    await closing(flooding);
    await expect.poll(() => silent.session.destroyed).toBe(true);
    expect((await asked.request('/quick/3')).status).toBe(200);
    // The first may have been taken before it was taken back.
    expect(taken.filter((each) => each === '/quick/2').length).toBeLessThan(2);
  });

  it('no more than so many streams of a caller are open, over all their connections', async () => {
    await serve({ mostPerCaller: 8 });
    const [one, other] = [await connect(), await connect()];
    // Answers that nobody reads: the windows are too small for them.
    const stalled = Array.from({ length: 8 }, () => one.session.request({ ':path': '/large' }));
    await Promise.all(stalled.map((stream) => once(stream, 'response')));
    const refused = other.session.request({ ':path': '/quick/1' }).on('error', () => {});
    await closing(refused);
    expect(refused.rstCode).toBe(NGHTTP2_REFUSED_STREAM);
    for (const stream of stalled) stream.close(constants.NGHTTP2_CANCEL);
    await expect
      .poll(async () => (await other.request('/quick/2').catch(() => undefined))?.status)
      .toBe(200);
  });

  it('an answer that is never read is given up', async () => {
    await serve({ longest: 200 });
    const client = await connect();
    const stalled = client.session.request({ ':path': '/large' }).on('error', () => {});
    await once(stalled, 'response');
    await expect.poll(() => stalled.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect((await client.request('/quick/1')).status).toBe(200);
  });

  it('an answer that was given back unread is forgotten in its time', async () => {
    await serve({ longest: 200, mostPerCaller: 1 });
    const client = await connect();
    const stalled = client.session.request({ ':path': '/large' });
    await once(stalled, 'response');
    stalled.close(constants.NGHTTP2_NO_ERROR);
    stalled.destroy();
    const statusOf = async () => (await client.request('/quick/1').catch(() => undefined))?.status;
    await expect.poll(statusOf).toBe(200);
  });

  it('a body that comes in drops is ended in its time with 408', async () => {
    await serve({ longestBody: 30_000 });
    const client = await connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = client.session.request({
      ':method': 'POST',
      ':path': '/',
      'content-type': 'text/plain',
    });
    slow.on('error', () => {});
    let isAnswered = false;
    const answered = once(slow, 'response').finally(() => (isAnswered = true));
    slow.write('x');
    // One for the body, and one for the whole.
    while (vi.getTimerCount() < 2) await new Promise(setImmediate);
    vi.advanceTimersByTime(29_999);
    slow.write('x');
    expect((await client.request('/quick/1')).status).toBe(200);
    expect(isAnswered).toBe(false);
    vi.advanceTimersByTime(1);
    const [headers] = await answered;
    expect(headers[':status']).toBe(408);
    vi.useRealTimers();
    expect((await client.request('/', { 'content-type': 'text/plain' }, 'x')).status).toBe(200);
  });

  it('one caller has so many connections, and no more', async () => {
    await serve({}, { mostConnections: 3 });
    for (let count = 0; count < 3; count++) await connect();
    await closing(connectBare());
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

  it('handshakes beyond what one caller may have at once wait for theirs to end', async () => {
    await serve({}, { mostHandshakes: 2 });
    const { port } = app.server.address() as AddressInfo;
    const silent = Array.from({ length: 2 }, () =>
      net.connect(port, '127.0.0.1').on('error', () => {}),
    );
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    let isConnected = false;
    const waiting = connect().then(() => (isConnected = true));
    // Without that limit the server would complete the later handshakes meanwhile, one after another.
    const unbounded = fastify({
      serverFactory: createTlsServer(certificate, slowRequestTimeouts().http),
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
