import { inArray, lte } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

/** Something that is removed when its time is past. */
export interface Removal {
  /** How many go with one statement: few enough that it holds locks for a moment only. */
  batchSize: number;
  /** Removes at most `most` of those whose time was past at `now`; how many there were. */
  removeBatch(queries: Queries, now: Date, most: number): Promise<number>;
}

/**
 * Removes all whose time is past, batch by batch; how many there were, by name. Throws between two batches once
 * `signal` is aborted.
 */
export async function runRemovals<Name extends string>(
  queries: Queries,
  removals: Readonly<Record<Name, Removal>>,
  signal: AbortSignal,
): Promise<Record<Name, number>> {
  const now = new Date();
  const removed = {} as Record<Name, number>;
  for (const name in removals) {
    const { batchSize: batch, removeBatch: removeSome } = removals[name];
    removed[name] = await repeatUntilNone(signal, () => removeSome(queries, now, batch));
  }
  return removed;
}

/** The removal of rows that have expired, from a table of things that a token opens until then. */
export function createExpiryRemoval(
  table: PgTable & { tokenHash: PgColumn; expiresAt: PgColumn },
): Removal {
  return {
    batchSize: 500,
    async removeBatch(queries, now, most) {
      const expired = queries
        .select({ tokenHash: table.tokenHash })
        .from(table)
        .where(lte(table.expiresAt, now))
        .limit(most);
      const gone = await queries
        .delete(table)
        .where(inArray(table.tokenHash, expired))
        .returning({ tokenHash: table.tokenHash });
      return gone.length;
    },
  };
}

async function repeatUntilNone(
  signal: AbortSignal,
  removeSome: () => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const removed = await removeSome();
    if (!removed) return total;
    total += removed;
  }
}
