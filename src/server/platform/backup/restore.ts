/**
 * Entry point of the command `npm run restore -- FILE`. Restores a backup into an empty `DATA_DIR` or `DATABASE_URL`,
 * and into an empty `FILES_S3_BUCKET` if one is set. Refuses to overwrite existing data. A backup of the embedded
 * database can be restored to a PostgreSQL server, and vice versa.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from '#server/platform/config.ts';
import { createDataFolder, lockDataFolder } from '#server/platform/db/data-folder.ts';
import { type DatabaseSource, openDatabase } from '#server/platform/db/open.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { StartError } from '#server/platform/start-error.ts';
import { parseFileArgument, printBackupSummary, runCliCommand } from './command.ts';
import { restoreBackup } from './restore-backup.ts';
import { listBackupTables } from './tables.ts';

/** Tables that contain rows even in a new, unused database. */
const NEVER_EMPTY_TABLES = new Set(['public.content_version', 'pgboss.queue']);

await runCliCommand(async (config) => {
  const file = parseFileArgument('restore');
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`);
  await restore(config, file);
});

async function restore(config: Config, file: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config;
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  try {
    const database: DatabaseSource = folder ? { folder } : { url: DATABASE_URL! };
    const files = await openFileStore(config, path.join(DATA_DIR, 'files'));
    await refuseDatabaseWithRows(database, DATABASE_URL ? 'DATABASE_URL' : DATA_DIR);
    await refuseFiles(files, config.FILES_S3_BUCKET ?? path.join(DATA_DIR, 'files'));
    printBackupSummary(`Restored ${file}`, await restoreBackup(file, { database, files }));
  } finally {
    await folder?.release();
  }
}

async function refuseDatabaseWithRows(source: DatabaseSource, location: string): Promise<void> {
  const { queries, close } = await openDatabase(source, { migrationsFolder: null });
  try {
    for (const { name } of await listBackupTables(queries)) {
      if (NEVER_EMPTY_TABLES.has(name)) continue;
      const rows = await queryRows(queries, sql.raw(`SELECT FROM ${name} LIMIT 1`));
      if (rows.length)
        throw new StartError(
          `A backup can only be restored into an empty database, and the one at ${location} has rows in ${name}. Nothing was changed.`,
        );
    }
  } finally {
    await close();
  }
}

async function refuseFiles(files: FileStore, location: string): Promise<void> {
  for await (const _ of files.listAll())
    throw new StartError(
      `A backup can only be restored where there are no files yet, and ${location} has some. Nothing was changed. If an interrupted restore left them, remove them and try again.`,
    );
}
