import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';

const randomInt = vi.hoisted(() => vi.fn());
vi.mock('node:crypto', () => ({ randomInt }));

it('returns a port that is not in use for any random choice', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { findFreePort: freePort } = await import('./free-port.ts');
  randomInt.mockReturnValueOnce(port).mockReturnValueOnce(port).mockReturnValue(15_123);
  expect(await freePort('127.0.0.1')).toBe(15_123);
  taken.close();
});

it('returns undefined for an address that this machine does not have', async () => {
  const { findFreePort: freePort } = await import('./free-port.ts');
  randomInt.mockReturnValue(15_123);
  expect(await freePort('203.0.113.1')).toBeUndefined();
});
