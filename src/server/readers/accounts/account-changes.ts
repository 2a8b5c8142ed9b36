import { sql } from 'drizzle-orm';
import type { ChangedReaderDataKind } from '#domain/account-changes.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';

const CHANNEL = 'accounts';

/**
 * Notifies all processes that a reader's data has changed. PostgreSQL sends the notification when the transaction
 * commits.
 */
export async function announceReaderDataChange(
  transaction: Queries,
  userId: string,
  kind: ChangedReaderDataKind = 'account',
): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${userId} ${kind}`})`);
}

/**
 * Listens for changes to readers' data in all processes. Calls `onChange` with the reader's ID and the kind of change.
 * Calls `onMissedChanges` after a lost connection has been reopened, because PostgreSQL does not repeat the
 * notifications sent in the meantime. Returns a function that stops listening.
 */
export function watchReaderDataChanges(
  { listen }: Database,
  onChange: (userId: string, kind: ChangedReaderDataKind) => void,
  onMissedChanges: () => void,
): Promise<() => Promise<void>> {
  const onNotification = (payload: string) => {
    // Processes that run earlier releases send only the reader's ID, without the kind of change.
    const [userId, kind = 'account'] = payload.split(' ') as [string, ChangedReaderDataKind?];
    onChange(userId, kind);
  };
  return listen(CHANNEL, onNotification, onMissedChanges);
}
