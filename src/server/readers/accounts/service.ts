import type { Queries } from '#server/platform/db/database.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import { lockAccount } from './repository.ts';
import type { User } from './schema.ts';

/**
 * Locks a reader's account until the transaction ends, and returns its current state. The lock serializes the reader's
 * requests, so that concurrent requests cannot together exceed a limit. Throws {@link UnauthenticatedError} if the
 * account was deleted.
 */
export async function lockAccountOrThrow(transaction: Queries, { id }: User): Promise<User> {
  const account = await lockAccount(transaction, id);
  if (!account) throw new UnauthenticatedError();
  return account;
}
