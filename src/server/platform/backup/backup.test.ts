import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import {
  findPostgresTestEngine,
  selectTestDatabaseEngines,
  type TestDatabaseEngine,
} from '#server/testing/databases.ts';
import { insertPersonalData } from '#server/testing/personal-data-rows.ts';
import { getPostgresDatabaseUrl, runStatementOnPostgres } from '#server/testing/postgres-server.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockDataFolder } from '../db/data-folder.ts';
import type { Database } from '../db/database.ts';
import { type DatabaseSource, openDatabase } from '../db/open.ts';
import { queryRows } from '../db/query-rows.ts';
import { createFolderFileStore } from '../files/folder.ts';
import { type BackupContents, readArchive, writeArchive } from './archive.ts';
import { acceptBackupRequests, requestBackup } from './backup-socket.ts';
import { createBackup, listMigrationHashes } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const JOB_TYPE = { id: 'greet', payload: z.strictObject({ name: z.string() }), timeLimit: 10 };
const FILES = {
  'pictures/covers/one/320.avif': 300_000,
  'audio/two.mp3': 1,
  'deep/er/still.json': 20,
};

const folders: string[] = [];
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-backup-'));
  folders.push(folder);
  return folder;
}

/**
 * Opens a database that contains the library, a reader with a row in every table of personal data, a waiting job, and
 * files.
 */
async function openSourceWithData(engine: TestDatabaseEngine) {
  const database = await engine.openFilled();
  cleanups.push(database.close);
  await createOrUpdateQueues(database, [JOB_TYPE]);
  const { queries } = database;
  const reader = await signInTestReader(database, 'Ada “O’Hara” \\ Łódź');
  const [article] = await queryRows<{ id: string }>(queries, sql`SELECT id FROM articles LIMIT 1`);
  await insertPersonalData(database, reader.user, article!.id);
  await enqueue(queries, JOB_TYPE, { name: 'Ada' }, { startAfter: new Date('2040-01-01') });
  const files = createFolderFileStore(createFolder());
  for (const [key, size] of Object.entries(FILES))
    await files.write(key, randomBytes(size), 'image/avif');
  return { database, files };
}

/** Creates an empty database on the given engine, and drops it after the test. */
async function createEmptyTarget({ name }: TestDatabaseEngine): Promise<DatabaseSource> {
  if (name === 'PGlite') {
    const folder = await lockDataFolder(createFolder());
    cleanups.push(() => folder.release());
    return { folder };
  }
  const database = `octavo_test_${randomBytes(6).toString('hex')}`;
  await runStatementOnPostgres(`CREATE DATABASE ${database}`);
  cleanups.push(() => runStatementOnPostgres(`DROP DATABASE ${database} WITH (FORCE)`));
  return { url: getPostgresDatabaseUrl(database) };
}

const engines = await selectTestDatabaseEngines();
const postgres = await findPostgresTestEngine();
const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to })));

describe.each(pairs)('a backup of $from.name restored into $to.name', ({ from, to }) => {
  it('has every row, job, file, foreign key and trigger', async () => {
    const source = await openSourceWithData(from);
    const folder = createFolder();
    const contents = await createBackup(source, path.join(folder, 'first.tar.gz'));
    expect(contents).toMatchObject({ files: 3, engine: source.database.engine });
    expect(contents.tables['public.users']!.rows).toBe(1);
    expect(contents.tables['public.articles']!.rows).toBe(20);
    expect(contents.tables['pgboss.job']!.rows).toBeGreaterThan(0);

    const target = {
      database: await createEmptyTarget(to),
      files: createFolderFileStore(createFolder()),
    };
    await restoreBackup(path.join(folder, 'first.tar.gz'), target);

    const database = await openDatabase(target.database);
    cleanups.push(database.close);
    const secondContents = await createBackup(
      { database, files: target.files },
      path.join(folder, 'second.tar.gz'),
    );
    expect(secondContents.tables).toEqual(contents.tables);
    expect(secondContents.migrations).toEqual(contents.migrations);
    expect(await listConstraints(database)).toEqual(await listConstraints(source.database));
    expect(await listFileDigests(path.join(folder, 'second.tar.gz'))).toEqual(
      await listFileDigests(path.join(folder, 'first.tar.gz')),
    );
    // New rows get IDs that continue after the IDs in the backup.
    await database.queries.execute(sql`
      INSERT INTO reaction_changes (author_id, day, kind, amount)
      SELECT author_id, day, kind, amount FROM reaction_changes LIMIT 1`);
  });
});

describe('a backup', () => {
  const [engine] = engines;
  let file: string;
  beforeEach(() => {
    file = path.join(createFolder(), 'backup.tar.gz');
  });

  it('throws the error that interrupts it, and leaves no partial file', async () => {
    const writing = writeArchive(file, async (archive) => {
      await archive.add('one', 1, Buffer.from('1'));
      throw new Error('The database is gone.');
    });
    await expect(writing).rejects.toThrow('The database is gone.');
    expect(() => statSync(`${file}.partial`)).toThrow('ENOENT');
  });

  it('names the file that cannot be written, and what to do', async () => {
    rmSync(path.dirname(file), { recursive: true });
    const writing = writeArchive(
      file,
      (archive) => archive.add('one', 1, Buffer.from('1')) as never,
    );
    await expect(writing).rejects.toThrow(
      /^Cannot write the backup to .*backup\.tar\.gz: ENOENT: .*\. Free some space, or choose another folder\.$/,
    );
  });

  it.runIf(isRunOfAllTests())(
    'can be read only by its owner, and leaves no partial file',
    async () => {
      const source = await openSourceWithData(engine!);
      await createBackup(source, file);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(() => statSync(`${file}.partial`)).toThrow('ENOENT');
      rmSync(file);
      writeFileSync(`${file}.partial`, 'of another');
      await expect(createBackup(source, file)).rejects.toThrow('another backup is being written');
      expect(readFileSync(`${file}.partial`, 'utf8')).toBe('of another');
    },
  );

  it.runIf(isRunOfAllTests())(
    'is rejected before anything is restored if it is incomplete, modified or not a backup',
    async () => {
      await createBackup(await openSourceWithData(engine!), file);
      const target = {
        database: await createEmptyTarget(engine!),
        files: createFolderFileStore(createFolder()),
      };
      const expectRejection = () =>
        expect(restoreBackup(file, target)).rejects.toThrow('is not a complete backup of Octavo');

      const tar = gunzipSync(readFileSync(file));
      const offset = tar.indexOf('Ada') + 1;
      tar[offset] = tar[offset]! ^ 1;
      writeFileSync(file, gzipSync(tar));
      await expectRejection();
      writeFileSync(file, gzipSync(tar.subarray(0, tar.length / 2)));
      await expectRejection();
      truncateSync(file, Math.floor(statSync(file).size / 2));
      await expectRejection();
      writeFileSync(file, 'no archive');
      await expectRejection();
      for await (const keys of target.files.listAll()) expect(keys).toEqual([]);
    },
  );

  it.runIf(isRunOfAllTests())('of a newer release is rejected', async () => {
    const source = await openSourceWithData(engine!);
    await source.database.queries.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES (1000000, 'later', 9999999999999)`,
    );
    // The row in the migrations table has an explicit ID, and is deleted after the test. When a test database is
    // reused, its ID sequences restart, but the migrations table is not cleared.
    cleanups.push(() =>
      source.database.queries.execute(
        sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'later'`,
      ),
    );
    await createBackup(source, file);
    const target = {
      database: await createEmptyTarget(engine!),
      files: createFolderFileStore(createFolder()),
    };
    await expect(restoreBackup(file, target)).rejects.toThrow('made by a newer release');
  });

  it.runIf(isRunOfAllTests())('of an older release is migrated after it was restored', async () => {
    const source = await openSourceWithData(engine!);
    const migrations = await listMigrationHashes(source.database.queries);
    const olderMigrations = migrations.slice(0, -1);
    const target = {
      database: await createEmptyTarget(engine!),
      files: createFolderFileStore(createFolder()),
    };
    await writeArchive(file, async () => ({
      ...{ createdAt: new Date().toISOString(), engine: 'embedded', migrations: olderMigrations },
      ...{ tables: {}, files: 0 },
    }));
    await restoreBackup(file, target);
    const restored = await openDatabase(target.database, { migrationsFolder: null });
    cleanups.push(restored.close);
    expect(await listMigrationHashes(restored.queries)).toEqual(migrations);
  });

  it.runIf(isRunOfAllTests())('leaves no rows if the restore fails at the end', async () => {
    const source = await openSourceWithData(engine!);
    await createBackup(source, file);
    const files = createFolderFileStore(createFolder());
    const fullStore = { ...files, write: () => Promise.reject(new Error('no space')) };
    const database = await createEmptyTarget(engine!);
    await expect(restoreBackup(file, { database, files: fullStore })).rejects.toThrow('no space');
    await restoreBackup(file, { database, files });
    const restored = await openDatabase(database);
    cleanups.push(restored.close);
    expect(await countRows(restored, 'users')).toBe(1);
  });

  it.runIf(isRunOfAllTests())('is written by the process that holds the data folder', async () => {
    const folder = createFolder();
    expect(await requestBackup(folder, file)).toBeUndefined();
    const source = await openSourceWithData(engine!);
    const stopListening = await acceptBackupRequests(folder, source, pino({ level: 'silent' }));
    cleanups.push(stopListening);
    expect(statSync(path.join(folder, 'octavo.sock')).mode & 0o777).toBe(0o600);
    const contents = await requestBackup(folder, file);
    expect(contents?.tables['public.users']?.rows).toBe(1);
    await expect(requestBackup(folder, file)).rejects.toThrow('already exists');
    await expect(requestBackup(folder, path.join(folder, 'none/x'))).rejects.toThrow('ENOENT');
  });
});

describe.skipIf(!postgres)('a backup during concurrent writes', () => {
  it.runIf(isRunOfAllTests())(
    'is a consistent snapshot, so all foreign keys are valid',
    async () => {
      const source = await openSourceWithData(postgres!);
      let isWriting = true;
      const write = async () => {
        for (let n = 0; isWriting; n += 1) await signInTestReader(source.database, `Writer ${n}`);
      };
      const file = path.join(createFolder(), 'backup.tar.gz');
      const before = await countRows(source.database, 'users');
      const writing = write();
      let contents: BackupContents;
      try {
        contents = await createBackup(source, file);
      } finally {
        isWriting = false;
        await writing;
      }
      const userCount = contents.tables['public.users']!.rows;
      expect(userCount).toBeGreaterThanOrEqual(before);
      expect(userCount).toBeLessThan(await countRows(source.database, 'users'));
      const database = await createEmptyTarget(postgres!);
      await restoreBackup(file, { database, files: createFolderFileStore(createFolder()) });
      const restored = await openDatabase(database);
      cleanups.push(restored.close);
      expect(await countRows(restored, 'users')).toBe(userCount);
    },
  );
});

async function countRows({ queries }: Database, table: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    queries,
    sql.raw(`SELECT count(*)::int AS count FROM ${table}`),
  );
  return row!.count;
}

async function listConstraints({ queries }: Database): Promise<unknown[]> {
  return queryRows(
    queries,
    sql`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT tgrelid::regclass::text, tgname, '' FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1, 2, 3`,
  );
}

/** Returns the digests of the files in an archive, by name. */
async function listFileDigests(file: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  await readArchive(file, async ({ name, body }) => {
    if (!name.startsWith('files/')) return;
    const chunks = await body.toArray();
    digests[name] = Buffer.concat(chunks).toString('base64').slice(0, 40);
  });
  return digests;
}
