/**
 * Entry point of the command `npm run backup -- FILE`. Writes the database and all files to a gzipped tar file, and
 * verifies the tar file. The server may keep running. If the server uses the embedded database, this command asks the
 * server to write the backup.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { BackupContents } from './archive.ts';
import { requestBackup } from './backup-socket.ts';
import { parseFileArgument, printBackupSummary, runCliCommand } from './command.ts';
import { createBackup } from './create-backup.ts';

await runCliCommand(async (config) => {
  const file = parseFileArgument('backup');
  if (!existsSync(path.dirname(file)))
    throw new StartError(`The folder ${path.dirname(file)} does not exist.`);
  printBackupSummary(`Backup written and verified: ${file}`, await backUp(config, file));
});

async function backUp(config: Config, file: string): Promise<BackupContents> {
  const { DATABASE_URL, DATA_DIR } = config;
  if (!existsSync(DATA_DIR) && !DATABASE_URL)
    throw new StartError(
      `There is nothing to back up: the data folder ${DATA_DIR} does not exist.`,
    );
  const contentsFromServer = DATABASE_URL ? undefined : await requestBackup(DATA_DIR, file);
  if (contentsFromServer) return contentsFromServer;
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  try {
    const database = await openDatabase(folder ? { folder } : { url: DATABASE_URL! }, {
      migrationsFolder: null,
    });
    try {
      const files = await openFileStore(config, path.join(DATA_DIR, 'files'));
      return await createBackup({ database, files }, file);
    } finally {
      await database.close();
    }
  } finally {
    await folder?.release();
  }
}
