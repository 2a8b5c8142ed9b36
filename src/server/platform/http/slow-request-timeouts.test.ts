import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createSlowRequestTimeouts } from './slow-request-timeouts.ts';

/** The request timeout in these tests, in milliseconds. */
const REQUEST_TIMEOUT = 600;

describe('a slow request', () => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = fastify(createSlowRequestTimeouts(REQUEST_TIMEOUT)) as unknown as FastifyInstance;
    app.post('/', async () => 'whole');
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  /** Sends `start`, then one byte at a time until the server closes the connection. Resolves to the response. */
  async function sendSlowly(start: string): Promise<string> {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let response = '';
    socket.on('data', (chunk) => (response += chunk));
    socket.write(start);
    while (!socket.closed) {
      if (socket.writable) socket.write('x');
      await wait(50);
    }
    return response;
  }

  it.each([
    [
      'the body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 60000\r\n\r\n',
    ],
    ['the head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('gets a 408 and is closed while the client still sends: %s', async (_, start) => {
    expect(await sendSlowly(start)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('the application', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open());
  });
  afterAll(() => test.close());

  it('allows thirty seconds for a request, and checks once a second', () => {
    const { requestTimeout, headersTimeout } = test.app.server;
    const { connectionsCheckingInterval } = test.app.server as {
      connectionsCheckingInterval?: number;
    };
    expect({ requestTimeout, headersTimeout, connectionsCheckingInterval }).toEqual({
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 1000,
    });
  });
});
