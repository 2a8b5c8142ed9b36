import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobsWithoutFiles } from '#server/jobs.ts';
import { readConfig } from '#server/platform/config.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { createRetentionAndRecountJob, createVacuumJob } from '#server/retention.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import type { Database } from './database.ts';
import { executeRows } from './execute-rows.ts';
import { vacuumAndCheckpoint, vacuumChangedTables } from './vacuum.ts';

let database: Database;
beforeAll(async () => {
  database = await pgliteTestEngine.open();
});
afterAll(() => database.close());

const run = (statement: string) => database.queries.execute(sql.raw(statement));
const figure = async (expression: string) => {
  const statement = sql.raw(`SELECT (${expression})::float AS figure`);
  const [row] = await executeRows<{ figure: number }>(database.queries, statement);
  return row!.figure;
};
const sizeOfFaults = () => figure(`pg_total_relation_size('faults')`);
const sizeOfLog = () => figure('SELECT sum(size) FROM pg_ls_waldir()');
const tidy = () => vacuumAndCheckpoint(database.queries, new AbortController().signal);
/** Inserts errors with stacks of `length` × 128 random characters, which cannot be compressed. */
const addFaults = (count: number, length: number) =>
  run(`
    INSERT INTO faults (id, source, message, path, stack)
    SELECT gen_random_uuid(), 'browser', '', '', (
      SELECT string_agg(encode(sha512(random()::text::bytea), 'hex'), '')
      FROM generate_series(1, ${length} + of_one * 0))
    FROM generate_series(1, ${count}) AS of_one`);

it.runIf(isRunOfAllTests())(
  'returns the space of deleted rows to the system, for tables with enough dead rows',
  async () => {
    await addFaults(5000, 25);
    expect(await sizeOfFaults()).toBeGreaterThan(10_000_000);
    await run('DELETE FROM faults');
    expect((await tidy()).vacuumed).toContain('faults');
    // The table still uses some space, because its indexes reserve space for future rows.
    expect(await sizeOfFaults()).toBeLessThan(1_000_000);
    expect((await tidy()).vacuumed).toEqual([]);
  },
);

it.runIf(isRunOfAllTests())(
  'reuses the space of deleted rows, so that tables do not grow endlessly',
  async () => {
    const sizes: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await addFaults(2000, 25);
      sizes.push(await sizeOfFaults());
      await run('DELETE FROM faults');
      expect((await tidy()).vacuumed).toContain('faults');
    }
    expect(sizes[3]).toBeLessThan(sizes[0]! * 1.2);
  },
);

it('vacuums the tables that have just changed, and no others', async () => {
  const rowsOf = (table: string) =>
    figure(`SELECT reltuples FROM pg_class WHERE relname = '${table}'`);
  const vacuumsOf = (table: string) => figure(`pg_stat_get_vacuum_count('${table}'::regclass)`);
  await run('TRUNCATE faults');
  await vacuumChangedTables(database.queries);
  const others = await vacuumsOf('articles');
  await addFaults(10, 1);
  await vacuumChangedTables(database.queries);
  expect(await rowsOf('faults')).toBe(10);
  await run('DELETE FROM faults');
  await vacuumChangedTables(database.queries);
  expect(await rowsOf('faults')).toBe(0);
  expect(await vacuumsOf('articles')).toBe(others);
});

it.runIf(isRunOfAllTests())('reuses the files of the write-ahead log', async () => {
  await tidy();
  const sizes: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    // Writes 40 MB of write-ahead log.
    await run(`
      INSERT INTO faults (id, source, message, path, stack)
      SELECT gen_random_uuid(), 'browser', '', '', repeat('x', 1900) FROM generate_series(1, 20000)`);
    expect((await tidy()).checkpointed).toBe(true);
    await run('TRUNCATE faults');
    sizes.push(await sizeOfLog());
  }
  expect(sizes[4]).toBeLessThan(150 * 1024 ** 2);
  expect((await tidy()).checkpointed).toBe(false);
});

it('stops vacuuming before the next table once it is aborted', async () => {
  const stopped = AbortSignal.abort(new Error('The process stops.'));
  await expect(vacuumAndCheckpoint(database.queries, stopped)).rejects.toThrow(
    'The process stops.',
  );
});

it('schedules the vacuum job for the embedded database only', async () => {
  const idsOn = (engine: Database['engine']) =>
    createJobsWithoutFiles({ ...database, engine }, readConfig({})).map(({ id }) => id);
  expect(idsOn('embedded')).toContain('tidying');
  expect(idsOn('PostgreSQL')).not.toContain('tidying');
  expect(idsOn('PostgreSQL')).toContain(createRetentionAndRecountJob(database.queries, 30).id);

  const queue = new JobQueueTestHarness(database);
  const job = createVacuumJob(database.queries);
  await queue.reset(job);
  queue.start(job);
  const states = () => queue.states('tidying');
  await expect.poll(states).toEqual(['created']);
  expect((await queue.jobs('tidying'))[0]!.startsIn).toBeLessThanOrEqual(600);
  await queue.putClock(1);
  await expect.poll(states).toEqual(['completed', 'created']);
  const [done] = await queue.jobs('tidying');
  expect(done!.output).toMatchObject({ vacuumed: expect.any(Array) });
  await queue.stop();
});
