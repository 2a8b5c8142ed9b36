import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { queryRows } from './query-rows.ts';

/** The result of {@link vacuumAndCheckpoint}. */
export interface VacuumResult {
  /** Names of the vacuumed tables. */
  vacuumed: string[];
  /** True if a checkpoint was performed in this run. */
  checkpointed: boolean;
}

/**
 * A table is vacuumed when its number of dead rows exceeds the threshold plus the scale factor times its number of live
 * rows. The scale factor is PostgreSQL's default for `autovacuum_vacuum_scale_factor`. The threshold is ten times the
 * default of `autovacuum_vacuum_threshold`.
 */
const [THRESHOLD, SCALE_FACTOR] = [500, 0.2];
/**
 * Number of write-ahead log bytes after which a checkpoint is performed. After a crash, the next start replays the
 * whole log since the last checkpoint.
 */
const CHECKPOINT_THRESHOLD = 32 * 1024 ** 2;

/**
 * Vacuums tables and performs checkpoints in the embedded database, which has no autovacuum and no checkpointer.
 * Vacuums each table in its own statement, so that other queries wait for only one table. Once `signal` is aborted,
 * throws before the next table.
 */
export async function vacuumAndCheckpoint(
  queries: Queries,
  signal: AbortSignal,
): Promise<VacuumResult> {
  const vacuumed = await listTables(
    queries,
    sql`n_dead_tup > ${THRESHOLD}::int + ${SCALE_FACTOR}::float * n_live_tup`,
  );
  for (const table of vacuumed) {
    signal.throwIfAborted();
    await vacuum(queries, table);
  }
  signal.throwIfAborted();
  const checkpointed = (await getWalBytesSinceCheckpoint(queries)) > CHECKPOINT_THRESHOLD;
  if (checkpointed) await queries.execute(sql`CHECKPOINT`);
  return { vacuumed, checkpointed };
}

/**
 * Vacuums the embedded database's tables that have changed since they were last analyzed, and updates their statistics.
 * Vacuuming all tables would take ten times as long, because most tables belong to PostgreSQL itself.
 */
export async function vacuumChangedTables(queries: Queries): Promise<void> {
  for (const table of await listTables(queries, sql`n_mod_since_analyze > 0`))
    await vacuum(queries, table);
}

async function vacuum(queries: Queries, table: string): Promise<void> {
  await queries.execute(sql.raw(`VACUUM (ANALYZE) ${table}`));
}

/** Lists the tables whose statistics meet a condition. */
async function listTables(queries: Queries, condition: SQL): Promise<string[]> {
  // Flushes the last second's statistics, which would otherwise not be visible to the next query.
  await queries.execute(sql`SELECT pg_stat_force_next_flush()`);
  const rows = await queryRows<{ name: string }>(
    queries,
    sql`
    SELECT relid::regclass::text AS name FROM pg_stat_user_tables
    WHERE ${condition} ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

async function getWalBytesSinceCheckpoint(queries: Queries): Promise<number> {
  const rows = await queryRows<{ bytes: number }>(
    queries,
    sql`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float AS bytes FROM pg_control_checkpoint()`,
  );
  return rows[0]!.bytes;
}
