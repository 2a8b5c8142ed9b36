import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrorHandlers } from './errors.ts';
import { enforceHandlerTimeouts } from './handler-timeouts.ts';

describe('a request whose handler does not end', () => {
  const app = Fastify({ handlerTimeout: 60_000 });
  const gate = Promise.withResolvers<void>();
  let origin: string;

  beforeAll(async () => {
    registerErrorHandlers(app, () => 'an-id');
    enforceHandlerTimeouts(app);
    app.put('/api/slow', { handlerTimeout: 50 }, async (_request, reply) => {
      await gate.promise;
      return reply.code(204).send();
    });
    app.put('/api/fast', async (request) => request.body);
    await app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    gate.resolve();
    await app.close();
  });

  const put = (path: string, init: RequestInit) => fetch(origin + path, { method: 'PUT', ...init });
  const WITH_BODY = { body: '{"a":1}', headers: { 'content-type': 'application/json' } };

  it.each([
    ['without a body', {}],
    ['with a body', WITH_BODY],
  ])('gets a 503 response: %s', async (_kind, init) => {
    const { status, headers } = await put('/api/slow', init);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('does not affect other requests', async () => {
    expect(await (await put('/api/fast', WITH_BODY)).json()).toEqual({ a: 1 });
  });
});
