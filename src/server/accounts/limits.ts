import { and, eq, isNull } from 'drizzle-orm';
import { TIER_LIMITS, type Tier } from '#domain/tiers.ts';
import type { Queries } from '../db/database.ts';
import { type User, users } from '../db/schema.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';

/** What a tier limits the number of. */
type Limited = 'bookmarks' | 'follows';

/** What somebody at a limit is told, and what there is beyond it. */
const REFUSALS: Readonly<Record<Tier, Readonly<Record<Limited, (limit: number) => string>>>> = {
  free: {
    bookmarks: (limit) =>
      `You can keep ${limit} bookmarks. Premium keeps up to ${TIER_LIMITS.premium.bookmarks}.`,
    follows: (limit) => `You can follow ${limit} authors. Premium follows as many as you like.`,
  },
  premium: {
    bookmarks: (limit) => `You have ${limit} bookmarks, as many as Premium keeps.`,
    follows: (limit) => `You follow ${limit} authors, as many as Premium allows.`,
  },
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
 * once add no more than ten after each other would. Throws {@link ForbiddenError}, and
 * {@link UnauthenticatedError} when the account was deleted since the call came in.
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
    const [account] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .for('update');
    if (!account) throw new UnauthenticatedError('Sign in first.');
    if (await has(transaction)) return;
    const tier = tierOf(user);
    const limit = TIER_LIMITS[tier][what];
    if ((await count(transaction)) >= limit) throw new ForbiddenError(REFUSALS[tier][what](limit));
    await add(transaction);
  });
}
