import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgresTestEngine } from '#server/testing/databases.ts';
import type { Database, Queries } from './database.ts';
import { queryRows } from './query-rows.ts';
import { getSqlState } from './sql-state.ts';

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('a transaction that PostgreSQL aborts to resolve a deadlock', () => {
  let database: Database;

  beforeAll(async () => {
    database = await postgres!.open();
    await database.queries.execute(sql`CREATE TABLE pots (name text PRIMARY KEY, coins int)`);
    await database.queries.execute(sql`INSERT INTO pots VALUES ('one', 0), ('other', 0)`);
  });
  afterAll(() => database.close());

  const addCoin = (transaction: Queries, name: string) =>
    transaction.execute(sql`UPDATE pots SET coins = coins + 1 WHERE name = ${name}`);
  /** Creates a barrier: a function whose calls wait until it has been called `parties` times. */
  const createBarrier = (parties: number) => {
    let arrived = 0;
    const allArrived = Promise.withResolvers<void>();
    return () => {
      arrived += 1;
      if (arrived >= parties) allArrived.resolve();
      return allArrived.promise;
    };
  };

  it('runs again from its beginning, so that both transactions succeed', async () => {
    const waitForBoth = createBarrier(2);
    let runs = 0;
    const transfer = (first: string, second: string) =>
      database.queries.transaction(async (transaction) => {
        runs += 1;
        await addCoin(transaction, first);
        await waitForBoth();
        await addCoin(transaction, second);
      });
    await Promise.all([transfer('one', 'other'), transfer('other', 'one')]);
    expect(runs).toBeGreaterThan(2);
    const rows = await queryRows<{ coins: number }>(
      database.queries,
      sql`SELECT coins FROM pots ORDER BY name`,
    );
    expect(rows).toEqual([{ coins: 2 }, { coins: 2 }]);
  });

  it('does not run again after another error', async () => {
    let runs = 0;
    const failing = database.queries.transaction(async (transaction) => {
      runs += 1;
      await transaction.execute(sql`INSERT INTO pots VALUES ('one', 0)`);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(getSqlState(error)).toBe('23505');
    expect(runs).toBe(1);
  });

  it('fails after five attempts', async () => {
    let runs = 0;
    const failing = database.queries.transaction(async (transaction) => {
      runs += 1;
      await transaction.execute(
        sql`DO $$ BEGIN RAISE EXCEPTION 'as if' USING ERRCODE = 'deadlock_detected'; END $$`,
      );
    });
    await expect(failing).rejects.toThrow();
    expect(runs).toBe(5);
  });
});
