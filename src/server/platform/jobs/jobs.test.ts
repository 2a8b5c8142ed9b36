import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';
import { statementsOn } from './statements.ts';

const PATIENTLY = { timeout: 30_000 };
const QUIET = pino({ level: 'silent' });

describe.each(await testDatabases())('the jobs, on $name', ({ open }) => {
  let database: Database;
  /** Looks in from outside. */
  let desk: PgBoss;
  const running: Jobs[] = [];

  beforeAll(async () => {
    database = await open();
    desk = new PgBoss({ db: statementsOn(database) });
  });
  afterAll(() => database.close());
  beforeEach(() => database.queries.execute(sql`DROP SCHEMA IF EXISTS pgboss CASCADE`));
  afterEach(() => stopAll());

  const start = (jobs: readonly Job[]): Jobs => {
    const started = startJobs(database, jobs, QUIET, 0);
    running.push(started);
    return started;
  };
  const stopAll = () => Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  const sweep = (work: Job['work']): Job => ({ name: 'sweep', cron: '0 4 * * *', work });
  /** Makes a job known, as a former start has. */
  const prepare = async (job: Job): Promise<void> => {
    const jobs = start([job]);
    const isScheduled = () => desk.getSchedule(job.name).then(Boolean, () => false);
    await expect.poll(isScheduled, PATIENTLY).toBe(true);
    await jobs.stop();
  };
  /** Has a job waiting while nothing runs, as the schedule puts it there. */
  const enqueue = async (job: Job): Promise<string> => {
    await prepare(job);
    return (await desk.send(job.name))!;
  };
  const stateOf = async (id: string) => (await desk.getJobById('sweep', id))?.state;

  it('are done, and what they came to is kept', async () => {
    const job = sweep(async () => ({ crumbs: 7 }));
    const id = await enqueue(job);
    start([job]);
    await expect.poll(() => stateOf(id), PATIENTLY).toBe('completed');
    expect((await desk.getJobById('sweep', id))?.output).toEqual({ crumbs: 7 });
  });

  it('are tried again when they fail', async () => {
    const job = sweep(async () => {
      throw new Error('no broom');
    });
    const id = await enqueue(job);
    start([job]);
    await expect.poll(() => stateOf(id), PATIENTLY).toBe('retry');
  });

  it('are done by one process of several', async () => {
    const work = vi.fn(async () => ({}));
    const id = await enqueue(sweep(work));
    for (const _ of [1, 2, 3]) start([sweep(work)]);
    await expect.poll(() => stateOf(id), PATIENTLY).toBe('completed');
    await stopAll();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('wait once, however often they are due', async () => {
    await enqueue(sweep(async () => ({})));
    expect(await desk.send('sweep')).toBeNull();
  });

  it('missed while nothing ran are caught up on, once, by whoever starts', async () => {
    const job = sweep(async () => ({}));
    await prepare(job);
    const statements = statementsOn(database);
    await statements.executeSql(`
      UPDATE pgboss.version SET cron_on = now() - interval '3 days';
      UPDATE pgboss.schedule SET created_on = now() - interval '9 days'`);
    for (const _ of [1, 2, 3]) start([job]);
    const due = async () =>
      (await statements.executeSql(`SELECT data FROM pgboss.job WHERE data->>'name' = 'sweep'`))
        .rows.length;
    await expect.poll(due, PATIENTLY).toBeGreaterThan(0);
    await stopAll();
    expect(await due()).toBe(1);
  });

  it('leave off when the process stops, to be done after the next start', async () => {
    let begun = false;
    const endless = sweep(async (signal) => {
      begun = true;
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      return {};
    });
    const id = await enqueue(endless);
    const jobs = start([endless]);
    await expect.poll(() => begun, PATIENTLY).toBe(true);
    const before = performance.now();
    await jobs.stop();
    expect(performance.now() - before).toBeLessThan(4000);
    expect(await stateOf(id)).toBe('retry');
  });

  it('that cannot be started are logged, and nothing else happens', async () => {
    const log = pino({ level: 'silent' });
    const logged = vi.spyOn(log, 'error');
    const closed = await open();
    await closed.close();
    const jobs = startJobs(closed, [sweep(async () => ({}))], log, 0);
    await expect.poll(() => logged.mock.calls.length, PATIENTLY).toBeGreaterThan(0);
    await jobs.stop();
  });

  it('disturb nobody when a transaction of theirs fails', async () => {
    const broken = statementsOn(database)
      .executeSql('BEGIN; SELECT 1 / 0; COMMIT')
      .then(String, String);
    const queries = [1, 2, 3].map(() =>
      database.queries.execute('SELECT 1').then(() => 'fine', String),
    );
    expect(await broken).toMatch(/division by zero/);
    expect(await Promise.all(queries)).toEqual(['fine', 'fine', 'fine']);
  });
});
