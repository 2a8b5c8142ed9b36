import type { Removal } from '#server/platform/db/removals.ts';
import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { purgeSomeAccounts } from '#server/readers/accounts/repository.ts';

/** Every table with rows of a reader's own, by its name in the reader's file. */
export type RowsByName = Readonly<Record<string, ReadersRows>>;

const DAY = 24 * 60 * 60 * 1000;

/** Accounts that were deleted `purgeDays` ago or earlier, with everything that was theirs (spec 9, "Legal"). */
export function deletedAccounts(purgeDays: number): Removal {
  return {
    // A thousand bookmarks may go with each.
    batch: 25,
    removeSome: (queries, now, most) =>
      purgeSomeAccounts(queries, new Date(now.getTime() - purgeDays * DAY), most),
  };
}
