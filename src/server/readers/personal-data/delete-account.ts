import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { announceAccountChange } from '#server/readers/accounts/account-changes.ts';
import { markAccountDeleted } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { PersonalDataTables } from './service.ts';

/** What else has to be done when a reader leaves, in the transaction that deletes the account. */
export type OnAccountDeleted = (transaction: Queries, user: User) => Promise<void>;

/**
 * Deletes an account for everyone to see: it is signed out everywhere, counted nowhere, and its address and
 * identities are free for a new one. What is left of its `rows` is purged later (`deletedAccounts`).
 */
export async function deleteAccount(
  queries: Queries,
  user: User,
  rows: PersonalDataTables,
  onAccountDeleted: OnAccountDeleted,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // Of two that come at once, one deletes it.
    if (!(await markAccountDeleted(transaction, user))) return;
    await onAccountDeleted(transaction, user);
    await announceAccountChange(transaction, user.id);
    for (const { table, deleteImmediately } of Object.values(rows))
      if (deleteImmediately) await transaction.delete(table).where(eq(table.userId, user.id));
  });
}
