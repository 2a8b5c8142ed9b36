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
import { recordedErrorGroups } from './schema.ts';

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
    await database.queries.delete(recordedErrorGroups);
    [calls, lines] = [[], []];
    registry = new Registry();
    recorder = recorderOn(database);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const recorderOn = ({ queries }: Pick<Database, 'queries'>) => {
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`;
    return createErrorRecorder({ queries, log, registry, webhookUrl });
  };
  const rows = () =>
    database.queries.select().from(recordedErrorGroups).orderBy(desc(recordedErrorGroups.count));
  const counted = async (source: string) =>
    Number(
      new RegExp(`octavo_faults_total\\{source="${source}"\\} (\\d+)`).exec(
        await registry.metrics(),
      )?.[1],
    );
  /** Creates the error of a query that fails because the database is unreachable. */
  const gone = (at: number) => {
    const cause = new Error(`connect ECONNREFUSED 127.0.0.1:${at}`);
    cause.stack = `Error: ${cause.message}\n    at connect (net.js:1:1)`;
    return new Error(`Failed query: select ${at} params: ${at}`, { cause });
  };
  const sumOf = (call: Call) => (call.more ?? []).reduce((sum, { count }) => sum + count, 0);

  it('logs, stores and sends the first error of a group, and counts the others', async () => {
    const ids = new Set<string>();
    for (let at = 0; at < 5000; at++)
      ids.add(recorder.record('server', gone(at), `/articles/${at}`));
    expect(ids.size).toBe(1);
    const [id] = ids;
    const first = { errorId: id, path: '/articles/0', msg: expect.stringContaining('select 0') };
    expect(lines).toMatchObject([first]);
    await expect.poll(rows).toMatchObject([{ id, count: 1, path: '/articles/0' }]);
    await expect.poll(() => calls).toMatchObject([{ id, path: '/articles/0' }]);

    await recorder.settled();
    expect(await rows()).toMatchObject([{ id, count: 5000, path: '/articles/0' }]);
    expect(lines.slice(1)).toMatchObject([{ more: [{ errorId: id, count: 4999 }] }]);
    expect(calls.slice(1)).toMatchObject([{ count: 4999, kinds: 1, more: [{ id, count: 4999 }] }]);
    expect(await counted('server')).toBe(5000);
  });

  it('summarizes a group after a minute, and starts a new one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [first] = [1, 2, 3].map((at) => recorder.record('server', gone(at), '/'));
    vi.advanceTimersByTime(59_000);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(lines[1]).toMatchObject({ more: [{ errorId: first, count: 2 }] });
    const second = recorder.record('server', gone(4), '/');
    expect(second).not.toBe(first);
    expect(lines).toHaveLength(3);
    vi.useRealTimers();
    await recorder.settled();
    expect((await rows()).map(({ count }) => count)).toEqual([3, 1]);
  });

  it('distinguishes groups by message and stack', async () => {
    const made = (message: string, place: string) => {
      const error = new TypeError(message);
      error.stack = `TypeError: ${message}\n    at ${place}`;
      return error;
    };
    recorder.record('server', made('x is not a function', 'one.ts:1:1'), '/');
    recorder.record('server', made('x is not a function', 'two.ts:1:1'), '/');
    recorder.record('server', made('y is not a function', 'one.ts:1:1'), '/');
    recorder.record('job', made('y is not a function', 'one.ts:1:1'), 'draw/1');
    recorder.record('server', 'not even an error', '/');
    await recorder.settled();
    expect((await rows()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it.runIf(isRunOfAllTests())(
    'limits groups of browser errors, and still reports errors of the server',
    async () => {
      const told = 20_000;
      for (let at = 0; at < told; at++) {
        recorder.record(
          'browser',
          new Error(`made up: ${'x'.repeat(at % 200)} ${letters(at)}`),
          '/',
        );
        // Yields to the event loop regularly, so that the webhook's responses are processed between the errors, as they
        // are in production.
        if (at % 500 === 0) await new Promise(setImmediate);
      }
      const ours = recorder.record('server', new Error('our own'), '/about');
      await recorder.settled();
      const kept = await rows();
      expect(kept.length).toBeLessThanOrEqual(22);
      expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(told + 1);
      expect(kept.map(({ id }) => id)).toContain(ours);
      expect(lines.length).toBeLessThanOrEqual(23);
      expect(lines.map(({ errorId }) => errorId)).toContain(ours);
      expect(calls.map(({ id }) => id)).toContain(ours);
      expect(calls.length).toBeLessThanOrEqual(7);
      expect(sumOf(calls.find(({ more }) => more)!)).toBe(told - 5);
      expect(await counted('browser')).toBe(told);
    },
  );

  it('calls the webhook ten times a minute, then once with a summary', async () => {
    for (let at = 0; at < 40; at++) recorder.record('server', new Error(letters(at)), '/');
    await recorder.settled();
    expect(calls).toHaveLength(11);
    const sum = calls.find(({ more }) => more)!;
    expect(sum).toMatchObject({ count: 30, kinds: 30 });
    const named = [...calls.flatMap(({ id }) => id ?? []), ...sum.more!.map(({ id }) => id)];
    expect(new Set(named)).toEqual(new Set((await rows()).map(({ id }) => id)));
  });

  it('stores errors in memory while the database is unavailable, and logs two lines', async () => {
    let isDown = true;
    const { queries } = database;
    const insert = vi.spyOn(queries, 'insert').mockImplementation(((
      table: typeof recordedErrorGroups,
    ) => {
      if (isDown) throw gone(5432);
      insert.mockRestore();
      return queries.insert(table);
    }) as never);
    for (let at = 0; at < 1000; at++) recorder.record('server', gone(at), '/articles');
    const other = recorder.record('server', new Error('another kind'), '/about');
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
    expect(await rows()).toMatchObject([{ count: 1000 }, { id: other, count: 1 }]);
  });

  it('deletes only browser errors to store browser errors', async () => {
    const ours = recorder.record('server', new Error('our own'), '/about');
    await recorder.settled();
    const row = { source: 'browser' as const, message: '', stack: '', path: '' };
    const ids = Array.from({ length: 1500 }, (_, at) => idOf(at));
    await database.queries.insert(recordedErrorGroups).values(ids.map((id) => ({ ...row, id })));
    for (let at = 0; at < 120; at++) {
      recorder.record('browser', new Error(letters(at)), '/');
      if (at % 20 === 19) await recorder.settled();
    }
    await recorder.settled();
    const isBrowsers = eq(recordedErrorGroups.source, 'browser');
    const kept = await database.queries.$count(recordedErrorGroups, isBrowsers);
    expect(kept).toBeGreaterThanOrEqual(1000);
    expect(kept).toBeLessThanOrEqual(1100);
    expect(
      await database.queries.$count(recordedErrorGroups, eq(recordedErrorGroups.id, ours)),
    ).toBe(1);
    expect(
      await database.queries.$count(recordedErrorGroups, eq(recordedErrorGroups.id, idOf(0))),
    ).toBe(0);
  });

  it('stores messages with NUL characters', async () => {
    recorder.record('browser', new Error('a\0b \ud800'), '/\0');
    await recorder.settled();
    expect(await rows()).toMatchObject([{ message: 'ab \ufffd', path: '/' }]);
  });
});

/** Spells a number with letters, because digits do not distinguish error groups. */
function letters(at: number): string {
  return [...String(at)].map((digit) => 'qrstuvwxyz'[Number(digit)]).join('');
}

/** Returns a UUID with an old timestamp. */
function idOf(at: number): string {
  return `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
}
