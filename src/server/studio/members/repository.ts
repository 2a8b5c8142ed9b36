import { asc, eq, inArray, or } from 'drizzle-orm';
import { STUDIO_ROLES } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { undeletedAccountsSubquery } from '#server/readers/accounts/repository.ts';

/**
 * Lists the accounts that have a studio role or one of the given lowercase email addresses, sorted by name. Leaves out
 * deleted accounts.
 */
export async function listMemberAccounts(queries: Queries, addresses: readonly string[]) {
  return queries
    .select()
    .from(undeletedAccountsSubquery)
    .where(
      or(
        inArray(undeletedAccountsSubquery.role, [...STUDIO_ROLES]),
        addresses.length ? inArray(undeletedAccountsSubquery.emailKey, [...addresses]) : undefined,
      ),
    )
    .orderBy(asc(undeletedAccountsSubquery.name), asc(undeletedAccountsSubquery.id));
}

/** Returns the account with the given email address. Returns `undefined` if there is none or if it is deleted. */
export async function findAccountByEmail(queries: Queries, email: string) {
  const [account] = await queries
    .select()
    .from(undeletedAccountsSubquery)
    .where(eq(undeletedAccountsSubquery.emailKey, email.toLowerCase()));
  return account;
}
