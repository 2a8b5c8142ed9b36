import { sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { executeRows } from './execute-rows.ts';

/** What tidying up came to. */
export interface VacuumReport {
  /** The tables whose room was given back. */
  vacuumed: string[];
  /** Whether the log of what was written was begun anew. */
  checkpointed: boolean;
}

/**
 * Rows that are left over of a table's deletions and updates until it is worth a look: these, and a fifth of what is
 * there, as a server has it by default (`autovacuum_vacuum_threshold`, `autovacuum_vacuum_scale_factor`).
 */
const [LEFT_OVER, SHARE_LEFT_OVER] = [500, 0.2];
/** Bytes written since the last checkpoint: a start after a kill reads them all, and their files are used for nothing. */
const CHECKPOINT_THRESHOLD = 32 * 1024 ** 2;

/**
 * Does for the embedded database what a server has processes of its own for: gives back the room of rows that are gone
 * (autovacuum), and lets the log of what was
 * written use its files again (checkpointer), of which there would be no end. One table at a
 * time, so that nobody waits longer than for the largest. Throws between two once `signal` is aborted.
 */
export async function vacuum(queries: Queries, signal: AbortSignal): Promise<VacuumReport> {
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
    WHERE n_dead_tup > ${LEFT_OVER}::int + ${SHARE_LEFT_OVER}::float * n_live_tup ORDER BY name`,
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
