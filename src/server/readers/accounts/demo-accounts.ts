import { v7 as newId } from 'uuid';
import type { Tier } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { STORED_DEMO_ISSUER } from './issuers.ts';
import { identities, type Role, users } from './schema.ts';

/** A demo account, which is created before its owner first signs in. */
interface DemoAccount {
  subject: string;
  name: string;
  email: string;
  role: Role;
  tier: Tier;
}

/**
 * Inserts the demo accounts with their roles and tiers. Premium accounts get an active subscription without a payment.
 * Accounts that already exist are not changed.
 */
export async function insertDemoAccounts(
  queries: Queries,
  accounts: readonly DemoAccount[],
): Promise<void> {
  await queries.transaction(async (transaction) => {
    for (const { subject, name, email, role, tier } of accounts) {
      const subscriptionStatus = tier === 'premium' ? 'active' : null;
      const account = { name, email, emailKey: email.toLowerCase(), role, tier };
      const [user] = await transaction
        .insert(users)
        .values({ id: newId(), ...account, subscriptionStatus })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (user)
        await transaction
          .insert(identities)
          .values({ userId: user.id, issuer: STORED_DEMO_ISSUER, subject });
    }
  });
}
