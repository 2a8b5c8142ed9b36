import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgresTestEngine } from '#server/testing/databases.ts';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';
import { getSqlState } from './sql-state.ts';
import { isDatabaseUnavailableError } from './unavailable.ts';
import { failUnreplicatedCommits } from './unreplicated-commits.ts';

/** Sends the warning that PostgreSQL sends if the wait for a synchronous standby is canceled. */
const WARN = sql`DO $$ BEGIN
  RAISE WARNING 'canceling wait for synchronous replication due to user request';
END $$`;

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('a query whose commit no standby has confirmed', () => {
  let database: Database;

  beforeAll(async () => {
    database = await postgres!.open();
  });
  afterAll(() => database.close());

  const expectNextQuery = async () =>
    expect(await queryRows(database.queries, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);

  it('fails as if the connection had been lost', async () => {
    const error = await database.queries.execute(WARN).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(getSqlState(error)).toBe('08007');
    expect(isDatabaseUnavailableError(error)).toBe(true);
    await expectNextQuery();
  });

  it('makes its transaction fail', async () => {
    const transaction = database.queries.transaction((each) => each.execute(WARN));
    await expect(transaction).rejects.toThrow();
    await expectNextQuery();
  });

  it('does not fail because of another warning', async () => {
    await database.queries.execute(sql`DO $$ BEGIN RAISE WARNING 'as if'; END $$`);
    await expectNextQuery();
  });
});

it('recognizes the warning in every language', () => {
  const connection = new EventEmitter();
  const errors: unknown[] = [];
  connection.on('errorMessage', (error) => errors.push(error));
  failUnreplicatedCommits({ connection } as unknown as pg.PoolClient);
  connection.emit('readyForQuery');
  expect(errors).toEqual([]);
  connection.emit('notice', { message: 'Warten abgebrochen', routine: 'SyncRepWaitForLSN' });
  connection.emit('readyForQuery');
  connection.emit('readyForQuery');
  expect(errors).toHaveLength(1);
});
