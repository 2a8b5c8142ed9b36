import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, MIGRATIONS_FOLDER, type Queries } from '#server/platform/db/database.ts';
import { type DatabaseSource, openDatabase } from '#server/platform/db/open.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { createPgBossAdapter } from '#server/platform/jobs/pg-boss-adapter.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type ArchiveEntry, type BackupContents, readArchive } from './archive.ts';
import {
  advanceIdentitySequences,
  type BackupTable,
  insertRows,
  listBackupTables,
  RowDigest,
  readRows,
  setPortableOutputFormat,
} from './tables.ts';

/** Media types of the files that Octavo writes, by file name extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.vtt': 'text/vtt',
  '.webp': 'image/webp',
};

/** The destination of a restored backup. The caller must make sure that the database and the file store are empty. */
export interface RestoreTarget {
  database: DatabaseSource;
  files: FileStore;
}

/**
 * Restores a backup in these steps:
 * 1. Verifies the whole archive.
 * 2. Creates the tables as they were in the release that wrote the backup.
 * 3. Writes the files, and inserts all rows in one transaction. Before the commit, compares the rows with the manifest.
 * 4. Migrates the database to this release.
 *
 * If one of the first three steps fails, no rows are left behind. Throws {@link StartError} if the backup is damaged or
 * comes from a newer release.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<BackupContents> {
  const contents = await readArchive(file, async () => {});
  const isOlder = await withBackupMigrations(contents, async (migrationsFolder) => {
    const database = await openDatabase(target.database, { migrationsFolder });
    try {
      await createQueueTables(database);
      await loadArchive(file, contents, database, target.files);
      await database.queries.execute(sql`ANALYZE`);
    } finally {
      await database.close();
    }
  });
  if (isOlder) {
    const migrated = await openDatabase(target.database);
    await migrated.close();
  }
  return contents;
}

async function loadArchive(
  file: string,
  contents: BackupContents,
  { queries }: Database,
  files: FileStore,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await setPortableOutputFormat(transaction);
    const tables = new Map(
      (await listBackupTables(transaction)).map((table) => [table.name, table]),
    );
    refuseUnknownTables(contents, tables);
    const addForeignKeys = await dropForeignKeys(transaction);
    const enableTriggers = await disableTriggers(transaction);
    await deleteRowsOfMigrations(transaction, tables);
    await readArchive(file, async (entry) => {
      const [kind, ...segments] = entry.name.split('/');
      if (kind === 'tables')
        await loadRows(transaction, tables.get(segments[0]!)!, contents, entry);
      else await files.write(segments.join('/'), await buffer(entry.body), getMediaType(entry));
    });
    await advanceIdentitySequences(transaction);
    await addForeignKeys();
    await enableTriggers();
    await compareRows(transaction, tables, contents);
  });
}

async function loadRows(
  transaction: Queries,
  table: BackupTable,
  contents: BackupContents,
  { body }: ArchiveEntry,
): Promise<void> {
  const rows: (string | null)[][] = [];
  for await (const line of createInterface({ input: body })) rows.push(JSON.parse(line));
  await insertRows(transaction, table, contents.tables[table.name]!.columns, rows);
}

/**
 * Throws {@link StartError} if the inserted rows do not match the digests in the manifest. If a table's columns
 * differ from those in the manifest, compares only the number of rows.
 */
async function compareRows(
  transaction: Queries,
  tables: ReadonlyMap<string, BackupTable>,
  contents: BackupContents,
): Promise<void> {
  for (const [name, summary] of Object.entries(contents.tables)) {
    const table = tables.get(name)!;
    const digest = new RowDigest();
    for await (const rows of readRows(transaction, table)) digest.add(rows);
    const hasSameColumns =
      summary.columns.join() === table.columns.map((column) => column.name).join();
    if (digest.rows !== summary.rows || (hasSameColumns && digest.end() !== summary.digest))
      throw new StartError(
        `The backup is damaged: the restored rows of ${name} differ from its list of contents.`,
      );
  }
}

/**
 * Throws {@link StartError} if the backup has a table that does not exist in this release, because the restore would
 * lose that table's rows.
 */
function refuseUnknownTables(
  contents: BackupContents,
  tables: ReadonlyMap<string, BackupTable>,
): void {
  const unknownTables = Object.keys(contents.tables).filter((name) => !tables.has(name));
  if (unknownTables.length)
    throw new StartError(
      `The backup has tables that this release does not know: ${unknownTables.join(', ')}.`,
    );
}

/**
 * Drops all foreign keys, so that rows can be inserted in any order. Returns a function that adds the foreign keys
 * again. Adding them checks all rows.
 */
async function dropForeignKeys(transaction: Queries): Promise<() => Promise<void>> {
  const foreignKeys = await queryRows<{ table: string; name: string; definition: string }>(
    transaction,
    sql`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of foreignKeys)
    await transaction.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await transaction.execute(
        sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
      );
  };
}

/**
 * Disables all triggers, because the backup already contains the rows that the triggers would write. Returns a function
 * that enables the triggers again.
 */
async function disableTriggers(transaction: Queries): Promise<() => Promise<void>> {
  const tables = await queryRows<{ name: string }>(
    transaction,
    sql`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`,
  );
  const alterTriggers = async (action: 'ENABLE' | 'DISABLE') => {
    for (const { name } of tables)
      await transaction.execute(sql.raw(`ALTER TABLE ${name} ${action} TRIGGER USER`));
  };
  await alterTriggers('DISABLE');
  return () => alterTriggers('ENABLE');
}

/** Deletes the rows that the migrations have inserted, because the backup contains these rows too. */
async function deleteRowsOfMigrations(
  transaction: Queries,
  tables: ReadonlyMap<string, BackupTable>,
): Promise<void> {
  for (const name of tables.keys()) await transaction.execute(sql.raw(`DELETE FROM ${name}`));
}

/** Creates pg-boss's tables, which are not part of the migrations. */
async function createQueueTables(database: Database): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: createPgBossAdapter(database),
    schedule: false,
    supervise: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Calls `run` with a folder that contains only the migrations that had run on the backed-up database. Returns true if
 * this release has more migrations. Throws {@link StartError} if this release lacks one of the migrations.
 */
async function withBackupMigrations(
  { migrations }: BackupContents,
  run: (migrationsFolder: string) => Promise<void>,
): Promise<boolean> {
  const knownHashes = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(
    ({ hash }) => hash,
  );
  if (migrations.some((hash, index) => hash !== knownHashes[index]))
    throw new StartError(
      'The backup was made by a newer release of Octavo, or by one with changed migrations. Restore it with that release.',
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-migrations-'));
  try {
    const journalFile = path.join('meta', '_journal.json');
    const journal = JSON.parse(await readFile(path.join(MIGRATIONS_FOLDER, journalFile), 'utf8'));
    journal.entries.length = migrations.length;
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, journalFile), JSON.stringify(journal));
    for (const { tag } of journal.entries)
      await copyFile(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return knownHashes.length > migrations.length;
}

function getMediaType({ name }: ArchiveEntry): string {
  return MEDIA_TYPES[path.extname(name)] ?? 'application/octet-stream';
}
