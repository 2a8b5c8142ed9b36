import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import {
  type ArchiveWriter,
  type BackupContents,
  readArchive,
  type TableSummary,
  writeArchive,
} from './archive.ts';
import { listBackupTables, RowDigest, readRows, setPortableOutputFormat } from './tables.ts';

/** The database and the file store to back up. */
export interface BackupSource {
  database: Database;
  files: FileStore;
}

/**
 * Writes a backup of the database and all files, then reads it again to verify it. All rows are read in one
 * transaction, so they are a consistent snapshot. With the embedded database, all other statements wait until the rows
 * have been read.
 *
 * The files are read after the rows. Octavo always writes a file before it inserts a row that refers to the file. The
 * backup therefore contains every file that its rows refer to, unless the file has been removed in the meantime.
 */
export async function createBackup(
  { database, files }: BackupSource,
  file: string,
): Promise<BackupContents> {
  await writeArchive(file, async (archive) => {
    const createdAt = new Date().toISOString();
    const { migrations, tables } = await database.queries.transaction(
      async (transaction) => ({
        migrations: await listMigrationHashes(transaction),
        tables: await addTables(transaction, archive),
      }),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    const fileCount = await addFiles(files, archive);
    return { createdAt, engine: database.engine, migrations, tables, files: fileCount };
  });
  return readArchive(file, async () => {});
}

/** Returns the hashes of the migrations that have run on a database, in the order in which they ran. */
export async function listMigrationHashes(queries: Queries): Promise<string[]> {
  const rows = await queryRows<{ hash: string }>(
    queries,
    sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`,
  );
  return rows.map(({ hash }) => hash);
}

async function addTables(
  transaction: Queries,
  archive: ArchiveWriter,
): Promise<Record<string, TableSummary>> {
  await setPortableOutputFormat(transaction);
  const summaries: Record<string, TableSummary> = {};
  for (const table of await listBackupTables(transaction)) {
    const digest = new RowDigest();
    let page = 0;
    for await (const rows of readRows(transaction, table)) {
      digest.add(rows);
      const bytes = Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
      await archive.add(`tables/${table.name}/${++page}.jsonl`, bytes.length, bytes);
    }
    const columns = table.columns.map(({ name }) => name);
    summaries[table.name] = { columns, rows: digest.rows, digest: digest.end() };
  }
  return summaries;
}

/**
 * Adds all files to the archive, and returns the number of added files. Skips files that are removed while the backup
 * is being written.
 */
async function addFiles(files: FileStore, archive: ArchiveWriter): Promise<number> {
  let fileCount = 0;
  for await (const keys of files.listAll()) {
    for (const key of keys) {
      const file = await files.read(key);
      if (!file) continue;
      await archive.add(`files/${key}`, file.size, file.body as Readable);
      fileCount += 1;
    }
  }
  return fileCount;
}
