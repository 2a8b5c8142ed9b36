import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { purgeDeletedAccounts } from '#server/readers/accounts/repository.ts';

/** All tables with personal data, by their names in the data export. */
export type PersonalDataTablesByExportSection = Readonly<Record<string, PersonalDataTable>>;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Creates an {@link ExpiredRowsRemover} that purges accounts, with all their remaining rows, at least `purgeDays` days
 * after the readers deleted their accounts (spec 9, "Legal").
 */
export function createDeletedAccountsRemover(purgeDays: number): ExpiredRowsRemover {
  return {
    // Batches are small, since each account may have up to a thousand bookmarks, which are deleted too.
    batchSize: 25,
    removeBatch: (queries, now, limit) =>
      purgeDeletedAccounts(queries, new Date(now.getTime() - purgeDays * DAY), limit),
  };
}
