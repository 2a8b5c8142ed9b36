import type { Removal } from '#server/platform/db/removals.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { purgeDeletedAccounts } from '#server/readers/accounts/repository.ts';

/** Every table with rows of a reader's own, by its name in the reader's file. */
export type PersonalDataTables = Readonly<Record<string, PersonalDataTable>>;

const DAY = 24 * 60 * 60 * 1000;

/** Accounts that were deleted `purgeDays` ago or earlier, with everything that was theirs (spec 9, "Legal"). */
export function createDeletedAccountsRemoval(purgeDays: number): Removal {
  return {
    // A thousand bookmarks may go with each.
    batch: 25,
    removeSome: (queries, now, most) =>
      purgeDeletedAccounts(queries, new Date(now.getTime() - purgeDays * DAY), most),
  };
}
