import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createErrorRecorder, type ErrorRecorder } from './error-recorder.ts';
import { storedErrorGroups } from './schema.ts';

interface Call {
  id?: string;
  message?: string;
  count?: number;
  kinds?: number;
  more?: { id: string; message: string; count: number }[];
}

describe.each(await selectTestDatabaseEngines())('the error recorder, on $name', ({ open }) => {
  let database: Database;
  let webhook: Server;
  let calls: Call[];
  let lines: { msg: string; errorId?: string; more?: { errorId: string; count: number }[] }[];
  let registry: Registry;
  let recorder: ErrorRecorder;

  beforeAll(async () => {
    database = await open();
    webhook = createServer(async (request, response) => {
      calls.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.end();
    });
    await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    webhook.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.queries.delete(storedErrorGroups);
    [calls, lines] = [[], []];
    registry = new Registry();
    recorder = createRecorder(database);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const createRecorder = ({ queries }: Pick<Database, 'queries'>) => {
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`;
    return createErrorRecorder({ queries, log, registry, webhookUrl });
  };
  const listRows = () =>
    database.queries.select().from(storedErrorGroups).orderBy(desc(storedErrorGroups.count));
  const readCounter = async (source: string) =>
    Number(
      new RegExp(`octavo_faults_total\\{source="${source}"\\} (\\d+)`).exec(
        await registry.metrics(),
      )?.[1],
    );
  /** Creates an error like the one that is thrown if a query fails because the database is unreachable. */
  const createConnectionError = (number: number) => {
    const cause = new Error(`connect ECONNREFUSED 127.0.0.1:${number}`);
    cause.stack = `Error: ${cause.message}\n    at connect (net.js:1:1)`;
    return new Error(`Failed query: select ${number} params: ${number}`, { cause });
  };
  const sumCounts = (call: Call) => (call.more ?? []).reduce((sum, { count }) => sum + count, 0);

  it('logs, stores and sends the first error of a group, and counts the others', async () => {
    const ids = new Set<string>();
    for (let number = 0; number < 5000; number++)
      ids.add(recorder.record('server', createConnectionError(number), `/articles/${number}`));
    expect(ids.size).toBe(1);
    const [id] = ids;
    const first = { errorId: id, path: '/articles/0', msg: expect.stringContaining('select 0') };
    expect(lines).toMatchObject([first]);
    await expect.poll(listRows).toMatchObject([{ id, count: 1, path: '/articles/0' }]);
    await expect.poll(() => calls).toMatchObject([{ id, path: '/articles/0' }]);

    await recorder.settled();
    expect(await listRows()).toMatchObject([{ id, count: 5000, path: '/articles/0' }]);
    expect(lines.slice(1)).toMatchObject([{ more: [{ errorId: id, count: 4999 }] }]);
    expect(calls.slice(1)).toMatchObject([{ count: 4999, kinds: 1, more: [{ id, count: 4999 }] }]);
    expect(await readCounter('server')).toBe(5000);
  });

  it('summarizes a group after a minute, and starts a new one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [first] = [1, 2, 3].map((at) =>
      recorder.record('server', createConnectionError(at), '/'),
    );
    vi.advanceTimersByTime(59_000);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(lines[1]).toMatchObject({ more: [{ errorId: first, count: 2 }] });
    const second = recorder.record('server', createConnectionError(4), '/');
    expect(second).not.toBe(first);
    expect(lines).toHaveLength(3);
    vi.useRealTimers();
    await recorder.settled();
    expect((await listRows()).map(({ count }) => count)).toEqual([3, 1]);
  });

  it('distinguishes groups by message and stack', async () => {
    const createError = (message: string, frame: string) => {
      const error = new TypeError(message);
      error.stack = `TypeError: ${message}\n    at ${frame}`;
      return error;
    };
    recorder.record('server', createError('x is not a function', 'one.ts:1:1'), '/');
    recorder.record('server', createError('x is not a function', 'two.ts:1:1'), '/');
    recorder.record('server', createError('y is not a function', 'one.ts:1:1'), '/');
    recorder.record('job', createError('y is not a function', 'one.ts:1:1'), 'draw/1');
    recorder.record('server', 'not even an error', '/');
    await recorder.settled();
    expect((await listRows()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it.runIf(isRunOfAllTests())(
    'limits groups of browser errors, and still reports errors of the server',
    async () => {
      const errorCount = 20_000;
      for (let index = 0; index < errorCount; index++) {
        recorder.record(
          'browser',
          new Error(`made up: ${'x'.repeat(index % 200)} ${spellInLetters(index)}`),
          '/',
        );
        // Yields to the event loop regularly, so that the webhook's responses are processed between the errors, as they
        // are in production.
        if (index % 500 === 0) await new Promise(setImmediate);
      }
      const serverErrorId = recorder.record('server', new Error('our own'), '/about');
      await recorder.settled();
      const storedGroups = await listRows();
      expect(storedGroups.length).toBeLessThanOrEqual(22);
      expect(storedGroups.reduce((sum, { count }) => sum + count, 0)).toBe(errorCount + 1);
      expect(storedGroups.map(({ id }) => id)).toContain(serverErrorId);
      expect(lines.length).toBeLessThanOrEqual(23);
      expect(lines.map(({ errorId }) => errorId)).toContain(serverErrorId);
      expect(calls.map(({ id }) => id)).toContain(serverErrorId);
      expect(calls.length).toBeLessThanOrEqual(7);
      expect(sumCounts(calls.find(({ more }) => more)!)).toBe(errorCount - 5);
      expect(await readCounter('browser')).toBe(errorCount);
    },
  );

  it('calls the webhook ten times a minute, then once with a summary', async () => {
    for (let index = 0; index < 40; index++)
      recorder.record('server', new Error(spellInLetters(index)), '/');
    await recorder.settled();
    expect(calls).toHaveLength(11);
    const summary = calls.find(({ more }) => more)!;
    expect(summary).toMatchObject({ count: 30, kinds: 30 });
    const reportedIds = [
      ...calls.flatMap(({ id }) => id ?? []),
      ...summary.more!.map(({ id }) => id),
    ];
    expect(new Set(reportedIds)).toEqual(new Set((await listRows()).map(({ id }) => id)));
  });

  it('stores errors in memory while the database is unavailable, and logs two lines', async () => {
    let isDown = true;
    const { queries } = database;
    const insert = vi.spyOn(queries, 'insert').mockImplementation(((
      table: typeof storedErrorGroups,
    ) => {
      if (isDown) throw createConnectionError(5432);
      insert.mockRestore();
      return queries.insert(table);
    }) as never);
    for (let index = 0; index < 1000; index++)
      recorder.record('server', createConnectionError(index), '/articles');
    const otherId = recorder.record('server', new Error('another kind'), '/about');
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toEqual([
        expect.stringContaining('select 0'),
        'another kind',
        'Failed to store errors; will retry',
      ]);
    expect(insert).toHaveBeenCalledTimes(1);
    isDown = false;
    await recorder.settled();
    expect(await listRows()).toMatchObject([{ count: 1000 }, { id: otherId, count: 1 }]);
  });

  it('deletes only browser errors to store browser errors', async () => {
    const serverErrorId = recorder.record('server', new Error('our own'), '/about');
    await recorder.settled();
    const row = { source: 'browser' as const, message: '', stack: '', path: '' };
    const ids = Array.from({ length: 1500 }, (_, at) => createOldId(at));
    await database.queries.insert(storedErrorGroups).values(ids.map((id) => ({ ...row, id })));
    for (let index = 0; index < 120; index++) {
      recorder.record('browser', new Error(spellInLetters(index)), '/');
      if (index % 20 === 19) await recorder.settled();
    }
    await recorder.settled();
    const isFromBrowser = eq(storedErrorGroups.source, 'browser');
    const storedCount = await database.queries.$count(storedErrorGroups, isFromBrowser);
    expect(storedCount).toBeGreaterThanOrEqual(1000);
    expect(storedCount).toBeLessThanOrEqual(1100);
    expect(
      await database.queries.$count(storedErrorGroups, eq(storedErrorGroups.id, serverErrorId)),
    ).toBe(1);
    expect(
      await database.queries.$count(storedErrorGroups, eq(storedErrorGroups.id, createOldId(0))),
    ).toBe(0);
  });

  it('stores messages with NUL characters', async () => {
    recorder.record('browser', new Error('a\0b \ud800'), '/\0');
    await recorder.settled();
    expect(await listRows()).toMatchObject([{ message: 'ab \ufffd', path: '/' }]);
  });
});

/** Spells a number in letters, because errors whose messages differ only in digits belong to the same error group. */
function spellInLetters(number: number): string {
  return [...String(number)].map((digit) => 'qrstuvwxyz'[Number(digit)]).join('');
}

/** Returns the ID of an old error group: a UUID with an old timestamp. */
function createOldId(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
