import { afterAll, beforeAll, expect, it } from 'vitest';
import { ATTACKS } from '../attack/attacks.ts';
import { tryAttack } from '../attack/trial.ts';
import { clearAway, newFolder, open, type Running } from '../support/octavo.ts';

/** Milliseconds each attack goes on. The whole list, at length, is `npm run test:attack`. */
const LENGTH = 1500;
/**
 * Milliseconds within which half of the cached pages come, whatever else this machine does at the time; without what
 * is tried here, they take as long as the attack, and half a minute more.
 */
const CACHED = 250;
const RECOVERY = 10_000;
const MEMORY = 600 * 1024 ** 2;

let server: Running;
beforeAll(async () => {
  server = await open({ DATA_DIR: await newFolder(), LOG_LEVEL: 'silent' });
});
afterAll(clearAway);

it.each(ATTACKS.map(({ name }) => name))('others are served during %s', async (name) => {
  const { cached, recovery, memory, outcome } = await tryAttack(
    { name },
    { origin: server.origin, pid: server.process.pid! },
    LENGTH,
  );
  expect(cached.half).toBeLessThan(CACHED);
  expect(recovery).toBeLessThan(RECOVERY);
  expect(memory ?? 0).toBeLessThan(MEMORY);
  expect(outcome).not.toHaveProperty('500');
});
