import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import type { Database } from './database.ts';
import { executeRows } from './execute-rows.ts';
import { withLock } from './locks.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(databases)('a lock, on $name', ({ name: engine, open }) => {
  let one: Database;
  /**
   * A second connection to the same database. The embedded database allows only one connection, so on PGlite, `other`
   * is the same object as `one`.
   */
  let other: Database;

  beforeAll(async () => {
    one = await open();
    other = engine === 'PGlite' ? one : await openSecondConnection(one);
  });
  afterAll(async () => {
    if (other !== one) await other.close();
    await one.close();
  });

  it('has one holder at a time, and the others wait', async () => {
    const holders: string[] = [];
    const act = (database: Database, who: string) =>
      withLock(database, 'shelf', async () => {
        holders.push(`${who} begins`);
        await soon(30);
        holders.push(`${who} ends`);
        return who;
      });
    const outcomes = await Promise.all([act(one, 'a'), act(other, 'b'), act(other, 'c')]);
    expect(outcomes).toEqual(['a', 'b', 'c']);
    for (let at = 0; at < holders.length; at += 2)
      expect(holders[at + 1]).toBe(holders[at]!.replace('begins', 'ends'));
  });

  it('blocks no other locks and no queries', async () => {
    await withLock(one, 'shelf', async () => {
      await withLock(other, 'brush', async () => {});
      await one.queries.execute(sql`SELECT 1`);
    });
  });

  it('is released after an error', async () => {
    const failing = withLock(one, 'shelf', async () => {
      throw new Error('dropped');
    });
    await expect(failing).rejects.toThrow('dropped');
    expect(await withLock(other, 'shelf', async () => 'mine')).toBe('mine');
  });

  it('is no longer awaited after the wait was aborted', async () => {
    const act = async () => expect.unreachable();
    await withLock(one, 'shelf', async () => {
      const waiting = withLock(other, 'shelf', act, AbortSignal.timeout(50));
      await expect(waiting).rejects.toThrow();
    });
    expect(await withLock(other, 'shelf', async () => 'mine')).toBe('mine');
  });

  it.runIf(engine === 'PostgreSQL')(
    'uses the same session as the other locks of its process',
    async () => {
      const sessionsOfLocks = async () => {
        const found = await executeRows<{ count: number }>(
          other.queries,
          sql`
        SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return found[0]!.count;
      };
      await withLock(one, 'shelf', () =>
        withLock(one, 'brush', async () => expect(await sessionsOfLocks()).toBe(1)),
      );
      expect(await sessionsOfLocks()).toBe(0);
    },
  );

  it.runIf(engine === 'PostgreSQL')(
    'is lost with its connection, and the holder is notified',
    async () => {
      await withLock(one, 'shelf', async (lost) => {
        const told = new Promise((resolve) => lost.addEventListener('abort', resolve));
        await other.queries.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        await told;
        expect(await withLock(other, 'shelf', async () => 'mine')).toBe('mine');
      });
    },
  );
});
