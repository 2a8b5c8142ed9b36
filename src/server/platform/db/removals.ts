import { inArray, lte } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

/** A procedure that deletes one kind of row, such as tokens, after its retention period has ended. */
export interface ExpiredRowsRemover {
  /** Number of rows that one statement deletes. It is small, so that row locks are held only briefly. */
  batchSize: number;
  /** Deletes up to `limit` rows that had expired by the time `now`. Returns the number of deleted rows. */
  removeBatch(queries: Queries, now: Date, limit: number): Promise<number>;
}

/**
 * Deletes all expired rows in batches, one kind of row at a time. Returns the number of deleted rows for each key of
 * `removals`. Once `signal` is aborted, throws before the next batch.
 */
export async function removeExpiredRows<Name extends string>(
  queries: Queries,
  removals: Readonly<Record<Name, ExpiredRowsRemover>>,
  signal: AbortSignal,
): Promise<Record<Name, number>> {
  const now = new Date();
  const deletedCounts = {} as Record<Name, number>;
  for (const name in removals) {
    const { batchSize, removeBatch } = removals[name];
    deletedCounts[name] = await removeUntilNoneLeft(signal, () =>
      removeBatch(queries, now, batchSize),
    );
  }
  return deletedCounts;
}

/** Creates a procedure that deletes expired rows from a table of tokens. */
export function createExpiredTokensRemover(
  table: PgTable & { tokenHash: PgColumn; expiresAt: PgColumn },
): ExpiredRowsRemover {
  return {
    batchSize: 500,
    async removeBatch(queries, now, limit) {
      const expiredHashes = queries
        .select({ tokenHash: table.tokenHash })
        .from(table)
        .where(lte(table.expiresAt, now))
        .limit(limit);
      const deletedRows = await queries
        .delete(table)
        .where(inArray(table.tokenHash, expiredHashes))
        .returning({ tokenHash: table.tokenHash });
      return deletedRows.length;
    },
  };
}

async function removeUntilNoneLeft(
  signal: AbortSignal,
  removeBatch: () => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const count = await removeBatch();
    if (!count) return total;
    total += count;
  }
}
