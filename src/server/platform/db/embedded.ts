import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeDiskError } from '#server/platform/disk-error.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { LockedDataFolder } from './data-folder.ts';
import type { Database, MigrationOptions } from './database.ts';
import { openPgliteDatabase } from './pglite.ts';

/**
 * Name of the file that marks an incompletely created embedded database. A database folder with this file may be
 * deleted.
 */
const UNFINISHED_MARKER = 'octavo.unfinished';
/**
 * Folder of an empty database that `scripts/empty-database.mjs` builds and that new databases are copied from. If the
 * folder is missing, PGlite creates an empty database, which takes longer.
 */
const EMPTY_DATABASE = fileURLToPath(new URL('../../../../dist/database', import.meta.url));
/** Name of a file that exists in every PostgreSQL data directory. It contains PostgreSQL's version number. */
const VERSION_FILE = 'PG_VERSION';

/**
 * Opens the embedded database in a data folder that this process has locked. Creates the database if it does not exist
 * or if an earlier creation was interrupted. Throws {@link StartError} if the disk is full, the database is damaged, or
 * a newer release has migrated it.
 */
export async function openEmbeddedDatabase(
  folder: LockedDataFolder,
  options: MigrationOptions,
): Promise<Database> {
  const databaseFolder = path.join(folder.path, 'db');
  try {
    prepareFolder(databaseFolder);
    const database = await openPgliteDatabase({ ...options, folder });
    rmSync(path.join(databaseFolder, UNFINISHED_MARKER), { force: true });
    const close = async () => {
      // If this process no longer holds the folder, exits without closing the database, because closing would write to
      // the folder.
      folder.assertHeld();
      await database.close();
    };
    return { ...database, close };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(explainOpeningFailure(folder.path, databaseFolder, error));
  }
}

/**
 * Prepares an embedded database's folder for opening. Deletes a database whose creation was interrupted. Throws if the
 * folder has files but no version file, because PGlite would then create a new database and overwrite the files.
 */
function prepareFolder(databaseFolder: string): void {
  if (existsSync(path.join(databaseFolder, UNFINISHED_MARKER)))
    rmSync(databaseFolder, { recursive: true });
  mkdirSync(databaseFolder, { recursive: true });
  accessSync(databaseFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (readdirSync(databaseFolder).length === 0) {
    writeFileSync(path.join(databaseFolder, UNFINISHED_MARKER), '');
    if (existsSync(EMPTY_DATABASE)) cpSync(EMPTY_DATABASE, databaseFolder, { recursive: true });
  } else if (!existsSync(path.join(databaseFolder, VERSION_FILE))) {
    throw new Error(`it has no ${VERSION_FILE}`);
  }
}

/** Returns a message that explains why the embedded database cannot be opened and what the operator can do. */
function explainOpeningFailure(folder: string, databaseFolder: string, error: unknown): string {
  const diskError = describeDiskError(folder, error);
  if (diskError) return diskError;
  const { cause } = error as Error;
  if (cause instanceof Error && 'severity' in cause)
    return `Cannot migrate the database in ${databaseFolder}: ${cause.message}. Start the Octavo release that created it, or restore a backup of the folder.`;
  return `Cannot open the database in ${databaseFolder}: its files are damaged or incomplete (${getFirstSentence(error)}). Restore a backup of the folder, or move it away to start with an empty database.`;
}

/**
 * Returns the first sentence of an error's message. In PGlite's messages, the other sentences are advice for PGlite's
 * developers.
 */
function getFirstSentence(error: unknown): string {
  const [reason] = String((error as Error).message ?? '').split(/[.\n]/, 1);
  return reason || 'no further details';
}
