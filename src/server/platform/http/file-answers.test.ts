import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { sendFile } from './file-answers.ts';

it('closes a file that was opened too late to be sent', async () => {
  const app = Fastify({ handlerTimeout: 20 });
  const body = Readable.from(['a file']);
  const read = async () => {
    await wait(60);
    return { body, etag: '"1"', from: 0, to: 5, size: 6 };
  };
  app.get('/', async (request, reply) => {
    await sendFile(request, reply, read, { mediaType: 'text/plain', cacheControl: 'no-store' });
    return reply;
  });
  expect((await app.inject('/')).statusCode).toBe(503);
  await vi.waitFor(() => expect(body.destroyed).toBe(true));
  await app.close();
});
