import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { sendFile } from './file-responses.ts';

it('reads at most one byte of a file whose content is not sent', async () => {
  const app = Fastify();
  const read = vi.fn(async () => ({
    body: Readable.from(['a']),
    etag: '"1"',
    from: 0,
    to: 0,
    size: 6,
  }));
  app.get('/', async (request, reply) => {
    await sendFile(request, reply, read, { mediaType: 'text/plain', cacheControl: 'no-store' });
    return reply;
  });
  const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/' });
  expect([statusCode, headers['content-length']]).toEqual([200, '6']);
  expect(read.mock.calls).toEqual([[{ from: 0, to: 0 }]]);
  await app.close();
});

it('closes a file that was opened too late to be sent', async () => {
  const app = Fastify({ handlerTimeout: 20 });
  const body = Readable.from(['a file']);
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const read = async () => {
    await isOpen;
    return { body, etag: '"1"', from: 0, to: 5, size: 6 };
  };
  app.get('/', async (request, reply) => {
    await sendFile(request, reply, read, { mediaType: 'text/plain', cacheControl: 'no-store' });
    return reply;
  });
  expect((await app.inject('/')).statusCode).toBe(503);
  open();
  await expect.poll(() => body.destroyed).toBe(true);
  await app.close();
});

it('closes a file if the client reads too slowly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = Fastify();
  // A body that never ends has the same effect as a client that reads too slowly.
  const body = new Readable({ read() {} });
  const read = async () => ({ body, etag: '"1"', from: 0, to: 5, size: 6 });
  app.get('/', async (request, reply) => {
    await sendFile(request, reply, read, { mediaType: 'text/plain', cacheControl: 'no-store' });
    return reply;
  });
  const rejection = expect(app.inject('/')).rejects.toThrow();
  while (!vi.getTimerCount()) await new Promise(setImmediate);
  vi.advanceTimersByTime(10 * 60 * 1000 - 1);
  expect(body.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await rejection;
  await expect.poll(() => body.destroyed).toBe(true);
  await app.close();
});
