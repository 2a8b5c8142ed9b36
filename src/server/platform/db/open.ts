import { sql } from 'drizzle-orm';
import { StartError } from '#server/platform/start-error.ts';
import type { LockedDataFolder } from './data-folder.ts';
import { type Database, MIGRATIONS_FOLDER, type MigrationOptions } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { openPgliteDatabase } from './pglite.ts';
import { openPostgresDatabase } from './postgres.ts';
import { queryRows } from './query-rows.ts';

/** Oldest PostgreSQL version that Octavo is tested with. */
const MINIMUM_POSTGRES = 15;

/**
 * The location of a database: on a PostgreSQL server (possibly with a replica), in a data folder that this process has
 * locked, or in memory. Only tests use an in-memory database. It starts empty, or with the contents of the tar file at
 * the path `dump`, which PGlite's `dumpDataDir` has written.
 */
export type DatabaseSource =
  | { url: string; replicaUrl?: string | undefined }
  | { folder: LockedDataFolder }
  | { dump: string }
  | 'memory';

/**
 * Opens a database and runs migrations, by default those of this release. Throws {@link StartError} if the database
 * cannot be reached or opened, if its version is too old, if a newer release has migrated it, or if a migration fails.
 */
export async function openDatabase(
  source: DatabaseSource,
  {
    migrationsFolder = MIGRATIONS_FOLDER,
    allowNewerSchema = false,
  }: Partial<MigrationOptions> = {},
): Promise<Database> {
  const database = await openSource(source, { migrationsFolder, allowNewerSchema });
  await refuseOldPostgres(database);
  return database;
}

function openSource(source: DatabaseSource, options: MigrationOptions): Promise<Database> {
  if (source === 'memory') return openPgliteDatabase(options);
  if ('dump' in source) return openPgliteDatabase({ ...options, dump: source.dump });
  return 'url' in source
    ? openPostgresDatabase(source.url, options, source.replicaUrl)
    : openEmbeddedDatabase(source.folder, options);
}

async function refuseOldPostgres({ queries, close }: Database): Promise<void> {
  const rows = await queryRows<{ server_version_num: string }>(
    queries,
    sql`SHOW server_version_num`,
  );
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= MINIMUM_POSTGRES) return;
  await close();
  throw new StartError(
    `PostgreSQL ${MINIMUM_POSTGRES} or newer is required; the server at DATABASE_URL runs ${major}.`,
  );
}
