import { sql } from 'drizzle-orm';
import type { Database, Queries } from '#server/platform/db/database.ts';

const CHANNEL = 'accounts';

/** Tells every process that an account has become another, when and if the transaction commits. */
export async function announceAccount(transaction: Queries, userId: string): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${userId})`);
}

/**
 * Hears of accounts that have become others, from any process: `onChange` with the reader's id, `onDoubt` where some
 * may have been missed. Returns how to stop.
 */
export function watchAccounts(
  { listen }: Database,
  onChange: (userId: string) => void,
  onDoubt: () => void,
): Promise<() => Promise<void>> {
  return listen(CHANNEL, onChange, onDoubt);
}
