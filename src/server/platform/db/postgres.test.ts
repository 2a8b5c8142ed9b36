import net, { type AddressInfo, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import {
  findPostgresTestEngine,
  getDatabaseUrl,
  openSecondConnection,
} from '#server/testing/databases.ts';
import { POSTGRES_URL } from '#server/testing/postgres-server.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { executeRows } from './execute-rows.ts';
import { openDatabase } from './open.ts';

/** Milliseconds between two connection attempts. */
const PAUSE = 1000;

/** Opens a TCP proxy to the test server. The test can close the proxy to interrupt connections. */
async function openWay() {
  const { hostname, port } = new URL(POSTGRES_URL);
  const sockets = new Set<Socket>();
  const way = { isOpen: true, attempts: 0, port: 0, close: async () => {} };
  const proxy = net.createServer((near) => {
    way.attempts += 1;
    if (!way.isOpen) return near.destroy();
    const far = net.connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  way.port = (proxy.address() as AddressInfo).port;
  way.close = async () => {
    way.isOpen = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return { way, stop: () => proxy.close() };
}

const server = await findPostgresTestEngine();

describe.skipIf(!server)('listening to PostgreSQL', () => {
  it.runIf(isRunOfAllTests())(
    'retries once after each failed attempt, and reports the restored connection',
    async () => {
      const database = await server!.open();
      const rows = await executeRows<{ name: string }>(
        database.queries,
        sql`SELECT current_database() AS name`,
      );
      const { way, stop } = await openWay();
      const url = new URL(POSTGRES_URL);
      url.host = `127.0.0.1:${way.port}`;
      url.pathname = `/${rows[0]!.name}`;
      const behind = await openDatabase({ url: url.href });
      const heard: string[] = [];
      let lost = 0;
      const leave = await behind.listen(
        'news',
        (payload) => heard.push(payload),
        () => {
          lost += 1;
        },
      );

      way.attempts = 0;
      const timers = vi.spyOn(globalThis, 'setTimeout');
      await way.close();
      await expect.poll(() => way.attempts).toBeGreaterThanOrEqual(3);
      // Exactly one retry is scheduled after each failed attempt. Two retries would double the number of attempts each
      // time.
      const planned = timers.mock.calls.filter(([, pause]) => pause === PAUSE).length;
      timers.mockRestore();
      expect(planned - way.attempts).toBeOneOf([0, 1]);

      way.isOpen = true;
      await expect.poll(() => lost).toBe(1);
      await database.queries.execute(sql`SELECT pg_notify('news', 'again')`);
      await expect.poll(() => heard).toEqual(['again']);

      await leave();
      await behind.close();
      stop();
      await database.close();
    },
  );
});

describe.skipIf(!server)('the pool of connections', () => {
  it('loses no place if connections are lost when a transaction begins', async () => {
    const database = await server!.open();
    const { way, stop } = await openWay();
    const url = new URL(await getDatabaseUrl(database));
    url.host = `127.0.0.1:${way.port}`;
    way.isOpen = true;
    const behind = await openDatabase({ url: url.href });
    // More often than the pool has connections.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await behind.queries.execute(sql`SELECT`);
      // The pool hears of the lost connection only in a later turn of the event loop, so it uses the connection once more.
      way.close();
      way.isOpen = true;
      await expect(
        behind.queries.transaction((transaction) => transaction.execute(sql`SELECT`)),
      ).rejects.toThrow();
    }
    expect(behind.countConnections()).toMatchObject({ busy: 0, waiting: 0 });
    await behind.queries.execute(sql`SELECT`);
    await behind.close();
    stop();
    await database.close();
  });

  it('closes connections that are released inside a transaction or while a statement runs', async () => {
    const database = await server!.open();
    const { $client: pool } = database.queries as unknown as { $client: pg.Pool };
    const inTransaction = await pool.connect();
    const running = await pool.connect();
    await inTransaction.query('BEGIN');
    const result = running.query('SELECT pg_sleep(1)').catch((error: Error) => error.message);
    inTransaction.release();
    running.release();
    expect(database.countConnections()).toMatchObject({ busy: 0, idle: 0 });
    expect(await result).toMatch(/terminated/);
    await database.close();
  });
});

it.skipIf(!server)('reports a failed migration with a message', async () => {
  const database = await server!.open();
  await database.queries.execute(sql`DELETE FROM drizzle.__drizzle_migrations`);
  const opening = openSecondConnection(database);
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(
    /^Cannot use the database at DATABASE_URL: .* already exists$/,
  );
  await database.close();
});
