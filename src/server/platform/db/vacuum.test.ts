import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobsWithoutFiles } from '#server/jobs.ts';
import { readConfig } from '#server/platform/config.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { createRetentionAndRecountJob, createVacuumJob } from '#server/retention.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';
import { vacuumAndCheckpoint, vacuumChangedTables } from './vacuum.ts';

let database: Database;
beforeAll(async () => {
  database = await pgliteTestEngine.open();
});
afterAll(() => database.close());

const execute = (statement: string) => database.queries.execute(sql.raw(statement));
const queryNumber = async (expression: string) => {
  const statement = sql.raw(`SELECT (${expression})::float AS value`);
  const [row] = await queryRows<{ value: number }>(database.queries, statement);
  return row!.value;
};
const getFaultsSize = () => queryNumber(`pg_total_relation_size('faults')`);
const getWalSize = () => queryNumber('SELECT sum(size) FROM pg_ls_waldir()');
const vacuum = () => vacuumAndCheckpoint(database.queries, new AbortController().signal);
/** Inserts errors with stacks of `length` × 128 random characters, which cannot be compressed. */
const insertFaults = (count: number, length: number) =>
  execute(`
    INSERT INTO faults (id, source, message, path, stack)
    SELECT gen_random_uuid(), 'browser', '', '', (
      SELECT string_agg(encode(sha512(random()::text::bytea), 'hex'), '')
      FROM generate_series(1, ${length} + of_one * 0))
    FROM generate_series(1, ${count}) AS of_one`);

it.runIf(isRunOfAllTests())(
  'returns the space of deleted rows to the system, for tables with enough dead rows',
  async () => {
    await insertFaults(5000, 25);
    expect(await getFaultsSize()).toBeGreaterThan(10_000_000);
    await execute('DELETE FROM faults');
    expect((await vacuum()).vacuumed).toContain('faults');
    // The empty table still uses some space, because its indexes reserve space for future rows.
    expect(await getFaultsSize()).toBeLessThan(1_000_000);
    expect((await vacuum()).vacuumed).toEqual([]);
  },
);

it.runIf(isRunOfAllTests())(
  'reuses the space of deleted rows, so that tables do not grow endlessly',
  async () => {
    const sizes: number[] = [];
    for (let round = 0; round < 4; round++) {
      await insertFaults(2000, 25);
      sizes.push(await getFaultsSize());
      await execute('DELETE FROM faults');
      expect((await vacuum()).vacuumed).toContain('faults');
    }
    expect(sizes[3]).toBeLessThan(sizes[0]! * 1.2);
  },
);

it('vacuums the tables that have just changed, and no others', async () => {
  const getRowCount = (table: string) =>
    queryNumber(`SELECT reltuples FROM pg_class WHERE relname = '${table}'`);
  const getVacuumCount = (table: string) =>
    queryNumber(`pg_stat_get_vacuum_count('${table}'::regclass)`);
  await execute('TRUNCATE faults');
  await vacuumChangedTables(database.queries);
  const articleVacuums = await getVacuumCount('articles');
  await insertFaults(10, 1);
  await vacuumChangedTables(database.queries);
  expect(await getRowCount('faults')).toBe(10);
  await execute('DELETE FROM faults');
  await vacuumChangedTables(database.queries);
  expect(await getRowCount('faults')).toBe(0);
  expect(await getVacuumCount('articles')).toBe(articleVacuums);
});

it.runIf(isRunOfAllTests())('reuses the files of the write-ahead log', async () => {
  await vacuum();
  const sizes: number[] = [];
  for (let round = 0; round < 5; round++) {
    // Writes 40 MB of write-ahead log, which is enough for the vacuum to trigger a checkpoint.
    await execute(`
      INSERT INTO faults (id, source, message, path, stack)
      SELECT gen_random_uuid(), 'browser', '', '', repeat('x', 1900) FROM generate_series(1, 20000)`);
    expect((await vacuum()).checkpointed).toBe(true);
    await execute('TRUNCATE faults');
    sizes.push(await getWalSize());
  }
  expect(sizes[4]).toBeLessThan(150 * 1024 ** 2);
  expect((await vacuum()).checkpointed).toBe(false);
});

it('stops vacuuming before the next table once it is aborted', async () => {
  const stopped = AbortSignal.abort(new Error('The process stops.'));
  await expect(vacuumAndCheckpoint(database.queries, stopped)).rejects.toThrow(
    'The process stops.',
  );
});

it('schedules the vacuum job for the embedded database only', async () => {
  const listJobIds = (engine: Database['engine']) =>
    createJobsWithoutFiles({ ...database, engine }, readConfig({})).map(({ id }) => id);
  expect(listJobIds('embedded')).toContain('tidying');
  expect(listJobIds('PostgreSQL')).not.toContain('tidying');
  expect(listJobIds('PostgreSQL')).toContain(createRetentionAndRecountJob(database.queries, 30).id);

  const queue = new JobQueueTestHarness(database);
  const job = createVacuumJob(database.queries);
  await queue.reset(job);
  queue.start(job);
  const listStates = () => queue.states('tidying');
  await expect.poll(listStates).toEqual(['created']);
  expect((await queue.jobs('tidying'))[0]!.startsIn).toBeLessThanOrEqual(600);
  await queue.setClockOffset(1);
  await expect.poll(listStates).toEqual(['completed', 'created']);
  const [completedJob] = await queue.jobs('tidying');
  expect(completedJob!.output).toMatchObject({ vacuumed: expect.any(Array) });
  await queue.stop();
});
