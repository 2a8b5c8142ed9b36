import { v7 as newId } from 'uuid';
import { openDatabase } from '#server/platform/db/open.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { sessions } from '#server/readers/sessions/schema.ts';
import { PRIMARY_DATABASE_URL } from './cluster.ts';

/** A reader's account with an open session. */
export interface SignedInAccount {
  id: string;
  session: string;
}

/**
 * Creates accounts, and opens a session for each of them. The accounts have Premium, so that the test does not reach
 * limits such as the maximum number of bookmarks.
 */
export async function createSignedInAccounts(count: number): Promise<SignedInAccount[]> {
  const accounts = Array.from({ length: count }, () => ({ id: newId(), session: createToken() }));
  const database = await openDatabase({ url: PRIMARY_DATABASE_URL }, { migrationsFolder: null });
  try {
    await database.queries.transaction(async (transaction) => {
      await transaction.insert(users).values(
        accounts.map(({ id }) => ({
          id,
          name: 'Reader',
          email: `${id}@example.org`,
          emailKey: `${id}@example.org`,
          tier: 'premium' as const,
          subscriptionStatus: 'active',
        })),
      );
      await transaction.insert(sessions).values(
        accounts.map(({ id, session }) => ({
          userId: id,
          id: newId(),
          tokenHash: hashToken(session),
          provider: 'mock',
          userAgent: 'test',
          expiresAt: new Date(Date.now() + 24 * 3_600_000),
        })),
      );
    });
  } finally {
    await database.close();
  }
  return accounts;
}
