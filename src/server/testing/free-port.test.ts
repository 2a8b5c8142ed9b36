import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { findFreePort } from './free-port.ts';

it('returns a port that is not in use for any random choice', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const free = await findFreePort('127.0.0.1');
  const choosePort = vi
    .fn(() => free!)
    .mockReturnValueOnce(port)
    .mockReturnValueOnce(port);
  expect(await findFreePort('127.0.0.1', choosePort)).toBe(free);
  expect(choosePort).toHaveBeenCalledTimes(3);
  server.close();
});

it('returns undefined for an address that this machine does not have', async () => {
  expect(await findFreePort('203.0.113.1')).toBeUndefined();
});
