import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import { markAccountDeleted } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PersonalDataTablesByExportSection } from './service.ts';

/** A callback that runs in the transaction that deletes an account. Other modules use it to clean up their own data. */
export type OnAccountDeleted = (transaction: Queries, user: User) => Promise<void>;

/**
 * Deletes a reader's account. Ends all sessions, removes the reader from public counts, and makes the email address and
 * the identities available for a new account. `tables` are the tables with personal data. Rows in tables without
 * `deleteImmediately` are deleted later (`createDeletedAccountsRemover`).
 */
export async function deleteAccount(
  queries: Queries,
  user: User,
  tables: PersonalDataTablesByExportSection,
  onAccountDeleted: OnAccountDeleted,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // A concurrent call may have deleted the account. In that case, nothing is left to do.
    if (!(await markAccountDeleted(transaction, user))) return;
    await onAccountDeleted(transaction, user);
    await announceReaderDataChange(transaction, user.id);
    for (const { table, deleteImmediately } of Object.values(tables))
      if (deleteImmediately) await transaction.delete(table).where(eq(table.userId, user.id));
  });
}
