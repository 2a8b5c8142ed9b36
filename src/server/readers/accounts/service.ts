import type { Queries } from '#server/platform/db/database.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import { lockAccount } from './repository.ts';
import type { User } from './schema.ts';

/**
 * Lets readers take turns with themselves: until the transaction ends, the account's row is locked, so that
 * fifty calls at once add no more than they would after each other. Returns the account as it is now. Throws
 * {@link UnauthenticatedError} when it was deleted since the call came in.
 */
export async function requireLockedAccount(transaction: Queries, { id }: User): Promise<User> {
  const account = await lockAccount(transaction, id);
  if (!account) throw new UnauthenticatedError();
  return account;
}
