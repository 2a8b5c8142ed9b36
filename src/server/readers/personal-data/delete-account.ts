import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { announceAccountChange } from '#server/readers/accounts/account-changes.ts';
import { markAccountDeleted } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PersonalDataTables } from './service.ts';

/** Runs in the transaction that deletes an account, for the tasks of other modules. */
export type OnAccountDeleted = (transaction: Queries, user: User) => Promise<void>;

/**
 * Deletes an account as far as others can see: all sessions end, public counts exclude it, and its email address and
 * identities are free again. The remaining rows of `rows` are purged later (`createDeletedAccountsRemoval`).
 */
export async function deleteAccount(
  queries: Queries,
  user: User,
  rows: PersonalDataTables,
  onAccountDeleted: OnAccountDeleted,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // Only one of two concurrent calls deletes it.
    if (!(await markAccountDeleted(transaction, user))) return;
    await onAccountDeleted(transaction, user);
    await announceAccountChange(transaction, user.id);
    for (const { table, deleteImmediately } of Object.values(rows))
      if (deleteImmediately) await transaction.delete(table).where(eq(table.userId, user.id));
  });
}
