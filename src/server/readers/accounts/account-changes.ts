import { sql } from 'drizzle-orm';
import type { ChangedReaderData } from '#domain/account-changes.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';

const CHANNEL = 'accounts';

/**
 * Notifies every process of a change to a reader's account. PostgreSQL sends the notification when the transaction
 * commits.
 */
export async function announceAccountChange(
  transaction: Queries,
  userId: string,
  kind: ChangedReaderData = 'account',
): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${userId} ${kind}`})`);
}

/**
 * Listens for account changes from all processes. Calls `onChange` with the reader's ID and the kind of change. Calls
 * `onMissedChanges` when a lost connection has been reopened, since PostgreSQL does not repeat notifications. Returns a
 * function that stops listening.
 */
export function watchAccountChanges(
  { listen }: Database,
  onChange: (userId: string, kind: ChangedReaderData) => void,
  onMissedChanges: () => void,
): Promise<() => Promise<void>> {
  const onNotification = (payload: string) => {
    // Processes of earlier releases send only the reader's ID, so the kind of change is optional.
    const [userId, kind = 'account'] = payload.split(' ') as [string, ChangedReaderData?];
    onChange(userId, kind);
  };
  return listen(CHANNEL, onNotification, onMissedChanges);
}
