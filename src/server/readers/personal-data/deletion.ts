import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { announceAccount } from '#server/readers/accounts/changes.ts';
import { markDeleted } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import type { RowsByName } from './service.ts';

/** What else has to be done when a reader leaves, in the transaction that deletes the account. */
export type Farewell = (transaction: Queries, user: User) => Promise<void>;

/**
 * Deletes an account for everyone to see: it is signed out everywhere, counted nowhere, and its address and
 * identities are free for a new one. What is left of its `rows` is purged later (`deletedAccounts`).
 */
export async function deleteAccount(
  queries: Queries,
  user: User,
  rows: RowsByName,
  farewell: Farewell,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    // Of two that come at once, one deletes it.
    if (!(await markDeleted(transaction, user))) return;
    await farewell(transaction, user);
    await announceAccount(transaction, user.id);
    for (const { table, goesAtOnce } of Object.values(rows))
      if (goesAtOnce) await transaction.delete(table).where(eq(table.userId, user.id));
  });
}
