import type pg from 'pg';
import type { ConnectionCounts } from './database.ts';

/** Counts the connections of a connection pool, and the callers that are waiting for a connection. */
export function countPoolConnections({
  totalCount,
  idleCount,
  waitingCount,
}: pg.Pool): ConnectionCounts {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
