import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerErrorHandlers } from '../http/errors.ts';
import { createClientIpResolver } from './client-ips.ts';
import { limitUnsentBytes } from './unsent-bytes.ts';

const LARGE_TEXT = 'x'.repeat(60_000);

let app: FastifyInstance;
let sessions: ClientHttp2Session[];

beforeEach(async () => {
  sessions = [];
  app = Fastify({ http2: true }) as unknown as FastifyInstance;
  registerErrorHandlers(app, () => 'an-id');
  limitUnsentBytes(app, createClientIpResolver(undefined), {
    maxPerCaller: 150_000,
    maxTotal: 10 ** 9,
  });
  app.get('/api/long', async () => ({ data: LARGE_TEXT }));
  app.get('/api/short', async () => ({ data: 'x' }));
  app.get('/api/shared', async (_request, reply) => {
    reply.isShared = true;
    return { data: LARGE_TEXT };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const session of sessions) session.destroy();
  await app.close();
});

/** Opens an HTTP/2 connection whose client does not accept any bytes of response bodies. */
function open(): ClientHttp2Session {
  const { port } = app.server.address() as AddressInfo;
  const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
  sessions.push(session);
  return session;
}

async function sendRequest(session: ClientHttp2Session, path: string) {
  const stream: ClientHttp2Stream = session.request({ ':path': path });
  const [headers] = await once(stream, 'response');
  return { stream, status: headers[':status'], retryAfter: headers['retry-after'] };
}

it('rejects further responses to a client that reads none, on any of its connections', async () => {
  const [first, second] = [open(), open()];
  const pendingResponses = [
    await sendRequest(first, '/api/long'),
    await sendRequest(second, '/api/long'),
  ];
  expect(pendingResponses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await sendRequest(first, '/api/long')).toMatchObject({ status: 503, retryAfter: '5' });
  expect(await sendRequest(second, '/api/long')).toMatchObject({ status: 503, retryAfter: '5' });
  expect((await sendRequest(first, '/api/short')).status).toBe(200);
  expect((await sendRequest(first, '/api/shared')).status).toBe(200);
});

it('no longer counts responses that were read or canceled', async () => {
  const session = open();
  const read = await sendRequest(session, '/api/long');
  const canceled = await sendRequest(session, '/api/long');
  session.settings({ initialWindowSize: 100_000 });
  expect(JSON.parse(await text(read.stream))).toEqual({ data: LARGE_TEXT });
  canceled.stream.destroy();
  await expect.poll(async () => (await sendRequest(session, '/api/long')).status).toBe(200);
});
