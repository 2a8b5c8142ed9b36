import net, { type AddressInfo, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import {
  findPostgresTestEngine,
  getTestDatabaseUrl,
  openSecondConnection,
} from '#server/testing/databases.ts';
import { POSTGRES_URL } from '#server/testing/postgres-server.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { openDatabase } from './open.ts';
import { queryRows } from './query-rows.ts';

/** Milliseconds between two connection attempts. */
const RETRY_DELAY = 1000;

/** Opens a TCP proxy to the test server. The test can close the proxy to interrupt connections. */
async function openProxy() {
  const { hostname, port } = new URL(POSTGRES_URL);
  const sockets = new Set<Socket>();
  const proxy = { isOpen: true, attempts: 0, port: 0, close: async () => {} };
  const tcpServer = net.createServer((client) => {
    proxy.attempts += 1;
    if (!proxy.isOpen) return client.destroy();
    const upstream = net.connect(Number(port || 5432), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => tcpServer.listen(0, '127.0.0.1', resolve));
  proxy.port = (tcpServer.address() as AddressInfo).port;
  proxy.close = async () => {
    proxy.isOpen = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return { proxy, stopProxy: () => tcpServer.close() };
}

const server = await findPostgresTestEngine();

describe.skipIf(!server)('listening to PostgreSQL', () => {
  it.runIf(isRunOfAllTests())(
    'retries once after each failed attempt, and reports the restored connection',
    async () => {
      const database = await server!.open();
      const rows = await queryRows<{ name: string }>(
        database.queries,
        sql`SELECT current_database() AS name`,
      );
      const { proxy, stopProxy } = await openProxy();
      const url = new URL(POSTGRES_URL);
      url.host = `127.0.0.1:${proxy.port}`;
      url.pathname = `/${rows[0]!.name}`;
      const proxiedDatabase = await openDatabase({ url: url.href });
      const notifications: string[] = [];
      let reconnects = 0;
      const stopListening = await proxiedDatabase.listen(
        'news',
        (payload) => notifications.push(payload),
        () => {
          reconnects += 1;
        },
      );

      proxy.attempts = 0;
      const timers = vi.spyOn(globalThis, 'setTimeout');
      await proxy.close();
      await expect.poll(() => proxy.attempts).toBeGreaterThanOrEqual(3);
      // Each failed connection attempt schedules exactly one retry. If it scheduled two, the number of attempts would
      // double each time.
      const scheduledRetries = timers.mock.calls.filter(
        ([, pause]) => pause === RETRY_DELAY,
      ).length;
      timers.mockRestore();
      expect(scheduledRetries - proxy.attempts).toBeOneOf([0, 1]);

      proxy.isOpen = true;
      await expect.poll(() => reconnects).toBe(1);
      await database.queries.execute(sql`SELECT pg_notify('news', 'again')`);
      await expect.poll(() => notifications).toEqual(['again']);

      await stopListening();
      await proxiedDatabase.close();
      stopProxy();
      await database.close();
    },
  );
});

describe.skipIf(!server)('the pool of connections', () => {
  it('loses no slot if connections are lost when a transaction begins', async () => {
    const database = await server!.open();
    const { proxy, stopProxy } = await openProxy();
    const url = new URL(await getTestDatabaseUrl(database));
    url.host = `127.0.0.1:${proxy.port}`;
    proxy.isOpen = true;
    const proxiedDatabase = await openDatabase({ url: url.href });
    // Loses more connections than the pool can hold, so that the pool would run out of slots if each loss cost one.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await proxiedDatabase.queries.execute(sql`SELECT`);
      // The pool learns of the lost connection only in a later turn of the event loop, so the next transaction still
      // uses that connection.
      proxy.close();
      proxy.isOpen = true;
      await expect(
        proxiedDatabase.queries.transaction((transaction) => transaction.execute(sql`SELECT`)),
      ).rejects.toThrow();
    }
    expect(proxiedDatabase.countConnections()).toMatchObject({ busy: 0, waiting: 0 });
    await proxiedDatabase.queries.execute(sql`SELECT`);
    await proxiedDatabase.close();
    stopProxy();
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
