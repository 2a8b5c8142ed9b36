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
import type { DataFolder } from './data-folder.ts';
import type { Database, MigrationsFolder } from './database.ts';
import { openPglite } from './pglite.ts';

/** Stands in the folder of a database for as long as that has never been opened: what is there is of no worth. */
const UNFINISHED = 'octavo.unfinished';
/** Made by scripts/empty-database.mjs; where it is not there, PGlite makes one. */
const EMPTY_DATABASE = fileURLToPath(new URL('../../../../dist/database', import.meta.url));
/** Every database of PostgreSQL has this file. */
const VERSION = 'PG_VERSION';

/**
 * Opens the embedded database in a folder this process holds, making it where there is none. One whose making was
 * broken off is made anew. Throws {@link StartError} when the disk is full or the database damaged.
 */
export async function openEmbedded(
  folder: DataFolder,
  migrationsFolder: MigrationsFolder,
): Promise<Database> {
  const place = path.join(folder.path, 'db');
  try {
    prepare(place);
    const database = await openPglite({ folder, migrationsFolder });
    rmSync(path.join(place, UNFINISHED), { force: true });
    const close = async () => {
      // It writes as it closes.
      folder.assertHeld();
      await database.close();
    };
    return { ...database, close };
  } catch (error) {
    throw new StartError(whyNot(folder.path, place, error));
  }
}

/** PGlite makes a database wherever it finds no version, over whatever else is there. */
function prepare(place: string): void {
  if (existsSync(path.join(place, UNFINISHED))) rmSync(place, { recursive: true });
  mkdirSync(place, { recursive: true });
  accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  if (readdirSync(place).length === 0) {
    writeFileSync(path.join(place, UNFINISHED), '');
    if (existsSync(EMPTY_DATABASE)) cpSync(EMPTY_DATABASE, place, { recursive: true });
  } else if (!existsSync(path.join(place, VERSION))) {
    throw new Error(`it has no ${VERSION}`);
  }
}

/** What is wrong, and what to do. */
function whyNot(folder: string, place: string, error: unknown): string {
  const fault = describeDiskError(folder, error);
  if (fault) return fault;
  const { cause } = error as Error;
  if (cause instanceof Error && 'severity' in cause)
    return `Cannot migrate the database in ${place}: ${cause.message}. Start the Octavo release that created it, or restore a backup of the folder.`;
  return `Cannot open the database in ${place}: its files are damaged or incomplete (${reasonOf(error)}). Restore a backup of the folder, or move it away to start with an empty database.`;
}

/** PGlite's own words are few: it breaks off with a number, or with advice for those who built it. */
function reasonOf(error: unknown): string {
  const [reason] = String((error as Error).message ?? '').split(/[.\n]/, 1);
  return reason || 'no further details';
}
