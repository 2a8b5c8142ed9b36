import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';

/** A query that selects the rows to lock or check. It has no locking clause. */
type RowsQuery = SQL;

/**
 * Calls `action` while another transaction locks the rows. The locks are held until `action` ends, so `action` must not
 * await calls that wait for these locks.
 */
export async function runWhileRowsLocked(
  queries: Queries,
  rows: RowsQuery,
  action: () => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.execute(sql`${rows} FOR UPDATE`);
    await action();
  });
}

/** Waits until exactly `count` sessions of the database are waiting for a lock. */
export async function waitForBlockedSessions(queries: Queries, count = 1): Promise<void> {
  const countBlockedSessions = async () => {
    const rows = await queryRows<{ count: number }>(
      queries,
      sql`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  await expect.poll(countBlockedSessions).toBe(count);
}

/** Returns true if no transaction has locked the rows against changes. */
export async function areRowsUnlocked(queries: Queries, rows: RowsQuery): Promise<boolean> {
  const countRows = async (query: RowsQuery) => {
    const counts = await queryRows<{ count: number }>(
      queries,
      sql`SELECT count(*)::int AS count FROM (${query}) AS rows`,
    );
    return counts[0]!.count;
  };
  const totalCount = await countRows(rows);
  return totalCount === (await countRows(sql`${rows} FOR NO KEY UPDATE SKIP LOCKED`));
}
