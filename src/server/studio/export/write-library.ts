/**
 * The command `npm run content:export [folder]`. It writes the studio's articles, photographs and authors to a library
 * folder (default: `content/`) in the shipped library's format. If the embedded database is used, the server must be
 * stopped first, because only one process can open that database.
 */
import path from 'node:path';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { createDataFolder, lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { StartError } from '#server/platform/start-error.ts';
import { exportEditedArticles, exportEditedAuthors } from './export.ts';

try {
  await writeLibrary(path.resolve(process.argv[2] ?? SHIPPED_LIBRARY_FOLDER));
} catch (error) {
  const isExpected = [ConfigError, StartError, NotFoundError].some((kind) => error instanceof kind);
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function writeLibrary(target: string): Promise<void> {
  const config = readConfig(process.env);
  const { DATABASE_URL, DATA_DIR, ALLOW_NEWER_SCHEMA: allowNewerSchema } = config;
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  const database = await openDatabase(folder ? { folder } : { url: DATABASE_URL! }, {
    allowNewerSchema,
  });
  const { queries } = database;
  try {
    const files = await openFileStore(config, path.join(DATA_DIR, 'files'));
    const pictures = createPictureService(database, files, console);
    const changedFiles = [
      ...(await exportEditedAuthors(queries, target)),
      ...(await exportEditedArticles({ queries, pictures }, target)),
    ];
    for (const file of changedFiles) console.log(file);
    console.log(
      changedFiles.length
        ? `${changedFiles.length} files written or removed in ${target}. Read them, write their reviews, then run npm run content:check.`
        : 'Nothing to write: the files say what the studio published.',
    );
  } finally {
    await database.close();
    await folder?.release();
  }
}
