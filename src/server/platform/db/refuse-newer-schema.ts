import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { StartError } from '#server/platform/start-error.ts';
import { queryRows } from './query-rows.ts';

/**
 * Throws {@link StartError} if a newer release has migrated the database, because this release may not know the new
 * columns, and may write rows that the newer release cannot read. Only starting processes call this function, so
 * processes of this release that are already running keep running during a rolling deployment.
 */
export async function refuseNewerSchema(
  queries: NodePgDatabase,
  migrationsFolder: string,
): Promise<void> {
  const latest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  const [table] = await queryRows<{ exists: boolean }>(
    queries,
    sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`,
  );
  if (!table!.exists) return;
  const [row] = await queryRows<{ count: number }>(
    queries,
    sql`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations WHERE created_at > ${latest}`,
  );
  const { count } = row!;
  if (count === 0) return;
  throw new StartError(
    `The database was migrated by a newer release of Octavo (${count} ${count === 1 ? 'migration' : 'migrations'} this release does not have). Start that release. To return to this one, see "Rolling back a release" in docs/operations.md.`,
  );
}
