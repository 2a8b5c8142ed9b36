import type { Queries } from '#server/platform/db/database.ts';
import { sessions } from '#server/readers/sessions/schema.ts';
import { linkOffers } from './readers/accounts/schema.ts';
import { purgeSomeAccounts, removeSomeExpired } from './readers/personal-data/deletion.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Rows that are removed by one statement, so that none holds locks for long. */
const BATCH = 500;
/** Accounts: a thousand bookmarks may go with each. */
const BATCH_OF_ACCOUNTS = 25;

/** How much was removed. */
export type Removed = Record<'accounts' | 'sessions' | 'linkOffers', number>;

/**
 * Removes what is past its time: accounts that were deleted `purgeDays` ago or earlier, with everything
 * that was theirs (spec 9, "Legal"), and sessions and offers that have expired.
 */
export async function keepHouse(
  queries: Queries,
  purgeDays: number,
  signal: AbortSignal,
): Promise<Removed> {
  const now = new Date();
  const deletedBy = new Date(now.getTime() - purgeDays * DAY);
  return {
    accounts: await inBatches(signal, () =>
      purgeSomeAccounts(queries, deletedBy, BATCH_OF_ACCOUNTS),
    ),
    sessions: await inBatches(signal, () => removeSomeExpired(queries, sessions, now, BATCH)),
    linkOffers: await inBatches(signal, () => removeSomeExpired(queries, linkOffers, now, BATCH)),
  };
}

/** Removes some until none is left; how many it came to. */
async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const removed = await removeSome();
    if (!removed) return total;
    total += removed;
  }
}
