import { eq } from 'drizzle-orm';
import { TIER_LIMITS, type Tier } from '#domain/tiers.ts';
import type { Queries } from '../db/database.ts';
import { type User, users } from '../db/schema.ts';
import { ForbiddenError } from '../errors.ts';

/** What a tier limits the number of. */
type Limited = 'bookmarks' | 'follows';

const REFUSALS: Readonly<Record<Limited, (limit: number) => string>> = {
  bookmarks: (limit) => `You can keep ${limit} bookmarks. Premium keeps up to 1000.`,
  follows: (limit) => `You can follow ${limit} authors. Premium follows as many as you like.`,
};

/**
 * Tier and status that count as Premium (spec 4): a subscription that is past due or canceled gives Free's
 * limits. Premium accounts without a subscription are given, not bought.
 */
function tierOf({ tier, subscriptionStatus }: User): Tier {
  const isPaid = subscriptionStatus === null || PAID.has(subscriptionStatus);
  return tier === 'premium' && isPaid ? 'premium' : 'free';
}

const PAID: ReadonlySet<string> = new Set(['active', 'trialing']);

/**
 * Adds one thing to a reader's own while there are fewer than the tier allows; whatever they have beyond
 * that they keep. Readers take turns with themselves: the account's row is locked, so that fifty calls at
 * once add no more than ten after each other would. Throws {@link ForbiddenError}.
 */
export async function addWithinLimit(
  queries: Queries,
  user: User,
  what: Limited,
  has: (transaction: Queries) => Promise<boolean>,
  count: (transaction: Queries) => Promise<number>,
  add: (transaction: Queries) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, user.id))
      .for('update');
    if (await has(transaction)) return;
    const limit = TIER_LIMITS[tierOf(user)][what];
    if ((await count(transaction)) >= limit) throw new ForbiddenError(REFUSALS[what](limit));
    await add(transaction);
  });
}
