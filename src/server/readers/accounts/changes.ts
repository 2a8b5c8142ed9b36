import { sql } from 'drizzle-orm';
import type { AccountChange } from '#domain/account-changes.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';

const CHANNEL = 'accounts';

/** Notifies every process of a change to a reader's account, when and if the transaction commits. */
export async function announceAccount(
  transaction: Queries,
  userId: string,
  what: AccountChange = 'account',
): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${userId} ${what}`})`);
}

/**
 * Listens for account changes from any process: calls `onChange` with the reader's id and what has changed, and `onDoubt`
 * when some may have been missed. Returns how to stop.
 */
export function watchAccounts(
  { listen }: Database,
  onChange: (userId: string, what: AccountChange) => void,
  onDoubt: () => void,
): Promise<() => Promise<void>> {
  const hear = (payload: string) => {
    // A release before sets were told of names the account alone.
    const [userId, what = 'account'] = payload.split(' ') as [string, AccountChange?];
    onChange(userId, what);
  };
  return listen(CHANNEL, hear, onDoubt);
}
