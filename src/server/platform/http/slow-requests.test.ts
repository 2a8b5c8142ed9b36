import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { embedded } from '#server/testing/databases.ts';
import { slowRequestsEnd } from './slow-requests.ts';

/** Milliseconds: what a request has here, and what a busy machine may be late by. */
const LONGEST = 1500;
const LATE = 1500;

describe('a request that comes in drops', () => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = fastify(slowRequestsEnd(LONGEST)) as unknown as FastifyInstance;
    app.post('/', async () => 'whole');
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  /** Sends `start`, and then a byte now and then. Resolves to the milliseconds after which the connection was ended. */
  async function dribble(start: string): Promise<number> {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(start);
    while (!socket.closed) {
      if (socket.writable) socket.write('x');
      await wait(50);
    }
    return performance.now() - started;
  }

  it.each([
    [
      'the body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 60000\r\n\r\n',
      LONGEST,
    ],
    ['the head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', LONGEST / 2],
  ])('is ended in its time: %s', async (_, start, least) => {
    const after = await dribble(start);
    expect(after).toBeGreaterThan(least);
    expect(after).toBeLessThan(LONGEST + LATE);
  });
});

describe('the application', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp(await embedded.open());
  });
  afterAll(() => test.close());

  it('gives a request thirty seconds, and looks once a second', () => {
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
