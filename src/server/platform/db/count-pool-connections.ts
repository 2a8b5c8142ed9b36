import type pg from 'pg';
import type { ConnectionCounts } from './database.ts';

/** Counts a pool's connections, and the callers that are waiting for one. */
export function countPoolConnections({
  totalCount,
  idleCount,
  waitingCount,
}: pg.Pool): ConnectionCounts {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
