import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockDataFolder } from './data-folder.ts';
import { type Database, MIGRATIONS_FOLDER } from './database.ts';
import { openPgliteDatabase } from './pglite.ts';
import { queryRows } from './query-rows.ts';

describe('the embedded database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-pglite-'));
  const threads: Worker[] = [];
  let database: Database;
  let releaseFolder: () => Promise<void>;

  const recordThread = (thread: Worker) => void threads.push(thread);

  beforeAll(async () => {
    process.on('worker', recordThread);
    const lockedFolder = await lockDataFolder(folder);
    releaseFolder = lockedFolder.release;
    database = await openPgliteDatabase({
      folder: lockedFolder,
      migrationsFolder: MIGRATIONS_FOLDER,
      allowNewerSchema: false,
    });
  });
  afterAll(async () => {
    await database.close();
    process.off('worker', recordThread);
    await releaseFolder();
    rmSync(folder, { recursive: true });
  });

  it.runIf(isRunOfAllTests())('does not block the main thread while it runs a query', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await database.queries.execute(sql`SELECT count(*) FROM generate_series(1, 2000000)`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it('stays open if statements fail, outside of and in transactions', async () => {
    const invalidStatement = sql`SELECT * FROM nowhere`;
    await expect(database.queries.execute(invalidStatement)).rejects.toThrow();
    await expect(
      database.queries.transaction((transaction) => transaction.execute(invalidStatement)),
    ).rejects.toThrow();
    expect(await database.queries.execute(sql`SELECT 1 AS one`)).toMatchObject({
      rows: [{ one: 1 }],
    });
    expect(threads).toHaveLength(1);
  });

  it('reopens after a crash of its thread, with all committed writes, and notifies listeners', async () => {
    const notifications: string[] = [];
    const stop = await database.listen(
      'news',
      (payload) => notifications.push(payload),
      () => notifications.push('lost'),
    );
    await database.queries.execute(sql`CREATE TABLE notes (text text)`);
    await database.queries.execute(sql`INSERT INTO notes VALUES ('kept')`);

    const runningQuery = database.queries.execute(
      sql`SELECT count(*) FROM generate_series(1, 1000000000)`,
    );
    const rejection = expect(runningQuery).rejects.toThrow();
    await threads.at(-1)!.terminate();
    await rejection;

    const result = await database.queries.execute(sql`SELECT text FROM notes`);
    expect(result).toMatchObject({ rows: [{ text: 'kept' }] });
    await database.queries.execute(sql`SELECT pg_notify('news', 'again')`);
    expect(notifications).toEqual(['lost', 'again']);
    expect(threads).toHaveLength(2);

    await stop();
    await database.queries.execute(sql`SELECT pg_notify('news', 'unheard')`);
    expect(notifications).toEqual(['lost', 'again']);
  });

  it('accepts statements and results of any length', async () => {
    const longText = 'ä'.repeat(3_000_000);
    const [row] = await queryRows<{ text: string }>(
      database.queries,
      sql`SELECT ${longText}::text AS text`,
    );
    expect(row!.text === longText).toBe(true);
  });
});

it('reports why an embedded database cannot be opened', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-pglite-'));
  const lockedFolder = {
    path: path.join(folder, 'no/such/folder'),
    assertHeld() {},
    async release() {},
  };
  await expect(
    openPgliteDatabase({
      folder: lockedFolder,
      migrationsFolder: MIGRATIONS_FOLDER,
      allowNewerSchema: false,
    }),
  ).rejects.toThrow(/no\/such\/folder/);
  rmSync(folder, { recursive: true });
});

it.runIf(isRunOfAllTests())(
  'runs no statement after another process has taken over the folder',
  async () => {
    let isHeld = true;
    const assertHeld = () => {
      if (!isHeld) throw new Error('This folder is somebody else’s.');
    };
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-pglite-'));
    const database = await openPgliteDatabase({
      folder: { path: folder, assertHeld, async release() {} },
      migrationsFolder: MIGRATIONS_FOLDER,
      allowNewerSchema: false,
    });
    isHeld = false;
    const cause = { message: 'This folder is somebody else’s.' };
    await expect(database.queries.execute(sql`SELECT 1`)).rejects.toMatchObject({ cause });
    isHeld = true;
    await database.close();
    rmSync(folder, { recursive: true });
  },
);
