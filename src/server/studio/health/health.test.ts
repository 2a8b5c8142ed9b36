import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultEntry, Health } from '#domain/studio/health.ts';
import { faults } from '#server/platform/faults/schema.ts';
import { enqueue } from '#server/platform/jobs/service.ts';
import { DRAW, TestQueue } from '#server/platform/jobs/testing/queue.ts';
import { setRole } from '#server/readers/accounts/service.ts';
import { type LibraryApp, libraryApp } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { callAs, signInReader } from '#server/testing/reader.ts';

const ONCE = { ...DRAW, retries: { most: 0, after: 1 } };

describe.each(await testDatabases())('the health of the house, on $name', ({ name, open }) => {
  let test: LibraryApp;
  let queue: TestQueue;
  let editor: ReturnType<typeof callAs>;

  beforeAll(async () => {
    test = await libraryApp(open);
    const reader = await signInReader(test.database, 'edith');
    await setRole(test.database.queries, reader.user.id, 'editor');
    editor = callAs(test, reader);
  });
  afterAll(() => test.close());

  const health = async () => (await editor('GET', '/studio/health')).json().data as Health;

  it('is told before there is any queue', async () => {
    const found = await health();
    expect(found).toMatchObject({ queues: [], dead: [], faults: 0 });
    expect((await editor('POST', `/studio/jobs/${randomUUID()}/retry`, {})).statusCode).toBe(404);
  });

  it('says what it stands on', async () => {
    const { database, versions, caches, disk, memory } = await health();
    expect(database.engine).toBe(name === 'PGlite' ? 'embedded' : 'PostgreSQL');
    expect(database.version).toMatch(/^\d+/);
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(versions).toMatchObject({ build: 'test-build', node: process.versions.node });
    expect(versions.library).toBeGreaterThan(0);
    expect(disk!.total).toBeGreaterThan(disk!.free);
    expect(memory.used).toBeGreaterThan(10_000_000);
    await test.app.inject(test.library[0]!.path);
    const after = (await health()).caches;
    const pages = (list: Health['caches']) => list.find((each) => each.name === 'Pages')!.entries;
    expect(pages(after)).toBeGreaterThan(pages(caches));
  });

  describe('of jobs', () => {
    beforeEach(async () => {
      queue = new TestQueue(test.database);
      await queue.reset(ONCE);
    });

    const draw = (author: string, startAfter?: Date) =>
      test.database.queries.transaction((transaction) =>
        enqueue(transaction, ONCE, { author }, { key: author, ...(startAfter && { startAfter }) }),
      );

    it('tells how many wait, are put off, are done and were given up', async () => {
      await draw('Plumbline');
      await draw('Ballast', new Date(Date.now() + 3_600_000));
      expect((await health()).queues).toEqual([
        { job: 'draw', waiting: 1, scheduled: 1, active: 0, retrying: 0, done: 0, dead: 0 },
      ]);
      queue.start({ ...ONCE, work: () => Promise.reject(new Error('no pen')) });
      await expect.poll(async () => (await health()).queues[0]!.dead).toBe(1);
      await queue.stop();
      expect((await health()).dead).toEqual([
        expect.objectContaining({
          job: 'draw',
          payload: { author: 'Plumbline' },
          error: 'no pen',
          attempts: 1,
        }),
      ]);
    });

    it('has one that was given up tried again, by one of those who press, and writes it down', async () => {
      await draw('Plumbline');
      queue.start({ ...ONCE, work: () => Promise.reject(new Error('no pen')) });
      await expect.poll(async () => (await health()).dead).toHaveLength(1);
      await queue.stop();
      const { id } = (await health()).dead[0]!;
      const pressed = [1, 2].map(() => editor('POST', `/studio/jobs/${id}/retry`, {}));
      const codes = (await Promise.all(pressed)).map(({ statusCode }) => statusCode);
      expect(codes.toSorted()).toEqual([204, 404]);
      queue.start({ ...ONCE, work: async () => ({}) });
      await expect.poll(async () => (await health()).queues[0]!.done).toBe(1);
      await queue.stop();
      expect((await health()).dead).toEqual([]);
      const { entries } = (await editor('GET', '/studio/audit?subject=job')).json().data;
      expect(entries).toEqual([
        expect.objectContaining({ action: 'job.retry', subjectId: id, subjectName: 'draw' }),
      ]);
    });
  });

  it('lists what went wrong, newest first, by source, and finds the one a reader names', async () => {
    const { queries } = test.database;
    await queries.execute(sql`TRUNCATE faults`);
    const at = new Date('2026-03-01T00:00:00Z');
    const rows = Array.from({ length: 5 }, (_, number) => ({
      id: `0195${number}000-0000-7000-8000-000000000000`,
      source: number % 2 ? ('browser' as const) : ('server' as const),
      message: `Fault ${number}`,
      stack: '',
      path: '/',
      occurredAt: number === 4 ? new Date() : at,
      lastAt: at,
      count: number + 1,
    }));
    await queries.insert(faults).values(rows);
    const list = async (query: string) =>
      (await editor('GET', `/studio/faults?${query}`)).json().data as {
        faults: FaultEntry[];
        nextToken: string | null;
      };
    const first = await list('limit=3');
    const second = await list(`limit=3&nextToken=${encodeURIComponent(first.nextToken!)}`);
    expect([...first.faults, ...second.faults].map(({ count }) => count)).toEqual([5, 4, 3, 2, 1]);
    expect((await list('source=browser')).faults.map(({ count }) => count)).toEqual([4, 2]);
    const named = await list(`id=${rows[1]!.id}`);
    expect(named.faults.map(({ message }) => message)).toEqual(['Fault 1']);
    expect((await health()).faults).toBe(5);
  });
});
