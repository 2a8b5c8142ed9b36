import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rejectMultipleHostHeaders } from './reject-multiple-host-headers.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.get('/', async () => 'here');
  rejectMultipleHostHeaders(app, {});
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a raw HTTP request with the given header lines. Returns the complete response. */
async function sendRawRequest(lines: string[]): Promise<string> {
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET / HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return text(socket);
}

it.each([[['Host: a.example', 'Host: b.example']], [['Host: a.example', 'hOST: a.example']]])(
  'rejects %j',
  async (lines) => {
    const response = await sendRawRequest(lines);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain('here');
  },
);

it('handles a request with one Host header', async () => {
  const response = await sendRawRequest(['Host: a.example', 'X-Host: b.example']);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain('here');
});
