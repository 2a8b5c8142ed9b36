import { sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { executeRows } from './execute-rows.ts';

/** The result of {@link vacuumAndCheckpoint}. */
export interface VacuumReport {
  /** Names of the vacuumed tables. */
  vacuumed: string[];
  /** True if this run also made a checkpoint. */
  checkpointed: boolean;
}

/**
 * A table is vacuumed if its number of dead rows exceeds the threshold plus the scale factor times its number of live
 * rows. The values are similar to PostgreSQL's defaults (`autovacuum_vacuum_threshold`,
 * `autovacuum_vacuum_scale_factor`).
 */
const [THRESHOLD, SCALE_FACTOR] = [500, 0.2];
/**
 * Bytes of write-ahead log after which a checkpoint is made. A start after a crash replays all of the log since the
 * last checkpoint.
 */
const CHECKPOINT_THRESHOLD = 32 * 1024 ** 2;

/**
 * Vacuums tables and makes checkpoints in the embedded database, which has no autovacuum and no checkpointer. Vacuums
 * one table at a time, because other queries have to wait for each vacuum. Throws before the next table once `signal`
 * is aborted.
 */
export async function vacuumAndCheckpoint(
  queries: Queries,
  signal: AbortSignal,
): Promise<VacuumReport> {
  const vacuumed = await tablesToVacuum(queries);
  for (const table of vacuumed) {
    signal.throwIfAborted();
    await queries.execute(sql.raw(`VACUUM (ANALYZE) ${table}`));
  }
  signal.throwIfAborted();
  const checkpointed = (await bytesSinceCheckpoint(queries)) > CHECKPOINT_THRESHOLD;
  if (checkpointed) await queries.execute(sql`CHECKPOINT`);
  return { vacuumed, checkpointed };
}

async function tablesToVacuum(queries: Queries): Promise<string[]> {
  const found = await executeRows<{ name: string }>(
    queries,
    sql`
    SELECT relid::regclass::text AS name FROM pg_stat_user_tables
    WHERE n_dead_tup > ${THRESHOLD}::int + ${SCALE_FACTOR}::float * n_live_tup ORDER BY name`,
  );
  return found.map(({ name }) => name);
}

async function bytesSinceCheckpoint(queries: Queries): Promise<number> {
  const found = await executeRows<{ bytes: number }>(
    queries,
    sql`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float AS bytes FROM pg_control_checkpoint()`,
  );
  return found[0]!.bytes;
}
