import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import type { Database } from './database.ts';
import { withLock } from './locks.ts';
import { queryRows } from './query-rows.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(databases)('a lock, on $name', ({ name: engine, open }) => {
  let database: Database;
  /**
   * A second connection to the same database. The embedded database allows only one connection, so on PGlite,
   * `otherDatabase` is the same object as `database`.
   */
  let otherDatabase: Database;

  beforeAll(async () => {
    database = await open();
    otherDatabase = engine === 'PGlite' ? database : await openSecondConnection(database);
  });
  afterAll(async () => {
    if (otherDatabase !== database) await otherDatabase.close();
    await database.close();
  });

  it('has one holder at a time, and the others wait', async () => {
    const holders: string[] = [];
    const holdLock = (connection: Database, holder: string) =>
      withLock(connection, 'shelf', async () => {
        holders.push(`${holder} begins`);
        await sleep(30);
        holders.push(`${holder} ends`);
        return holder;
      });
    const outcomes = await Promise.all([
      holdLock(database, 'a'),
      holdLock(otherDatabase, 'b'),
      holdLock(otherDatabase, 'c'),
    ]);
    expect(outcomes).toEqual(['a', 'b', 'c']);
    for (let index = 0; index < holders.length; index += 2)
      expect(holders[index + 1]).toBe(holders[index]!.replace('begins', 'ends'));
  });

  it('blocks no other locks and no queries', async () => {
    await withLock(database, 'shelf', async () => {
      await withLock(otherDatabase, 'brush', async () => {});
      await database.queries.execute(sql`SELECT 1`);
    });
  });

  it('is released after an error', async () => {
    const failing = withLock(database, 'shelf', async () => {
      throw new Error('dropped');
    });
    await expect(failing).rejects.toThrow('dropped');
    expect(await withLock(otherDatabase, 'shelf', async () => 'mine')).toBe('mine');
  });

  it('is no longer awaited after the wait was aborted', async () => {
    const work = async () => expect.unreachable();
    await withLock(database, 'shelf', async () => {
      const waiting = withLock(otherDatabase, 'shelf', work, AbortSignal.timeout(50));
      await expect(waiting).rejects.toThrow();
    });
    expect(await withLock(otherDatabase, 'shelf', async () => 'mine')).toBe('mine');
  });

  it.runIf(engine === 'PostgreSQL')(
    'uses the same session as the other locks of its process',
    async () => {
      const countLockSessions = async () => {
        const rows = await queryRows<{ count: number }>(
          otherDatabase.queries,
          sql`
        SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows[0]!.count;
      };
      await withLock(database, 'shelf', () =>
        withLock(database, 'brush', async () => expect(await countLockSessions()).toBe(1)),
      );
      expect(await countLockSessions()).toBe(0);
    },
  );

  it.runIf(engine === 'PostgreSQL')(
    'is lost with its connection, and the holder is notified',
    async () => {
      await withLock(database, 'shelf', async (lost) => {
        const notification = new Promise((resolve) => lost.addEventListener('abort', resolve));
        await otherDatabase.queries.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        await notification;
        expect(await withLock(otherDatabase, 'shelf', async () => 'mine')).toBe('mine');
      });
    },
  );
});
