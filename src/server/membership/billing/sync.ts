import type Stripe from 'stripe';
import { isLive } from '#domain/subscription.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { announceAccount, lockAccount, setSubscription } from '#server/readers/accounts/service.ts';
import { membershipOf } from './membership.ts';
import { beginQuestion, forgetEventsOfLeaving, noteAnswered, noteTurn } from './repository.ts';
import { isMissing } from './stripe.ts';

/** What bringing an account in line came to. */
export type SyncOutcome = 'changed' | 'unchanged' | 'has left';

/** Nobody's account goes with a customer: what was told of them waits until one does. */
class UnknownCustomerError extends Error {
  override name = 'UnknownCustomerError';

  constructor(customerId: string) {
    super(`The customer "${customerId}" is nobody here: what was told of them waits.`);
  }
}

/**
 * Makes the account of a customer what their subscriptions at Stripe are now, whatever it was that happened: so it may be
 * called for any event, as often as one likes, and in any order. One at a time looks after a customer, among all
 * processes; should one lose its turn and come too late, its answer counts for nothing, since questions are
 * numbered. Throws {@link UnknownCustomerError}, or what Stripe does.
 */
export async function syncCustomer(
  database: Database,
  stripe: Stripe,
  customerId: string,
  signal?: AbortSignal,
): Promise<SyncOutcome> {
  const { queries } = database;
  const sync = async (): Promise<SyncOutcome> => {
    const question = await beginQuestion(queries, customerId);
    if (!question) {
      if (await forgetEventsOfLeaving(queries, customerId)) return 'has left';
      throw new UnknownCustomerError(customerId);
    }
    const membership = membershipOf(await subscriptionsOf(stripe, customerId));
    return queries.transaction(async (transaction) => {
      // The account before what belongs to it, as whoever deletes it does: else each could wait for the other.
      const before = await lockAccount(transaction, question.userId);
      const counts = await noteAnswered(transaction, customerId, question);
      if (!counts || !membership) return 'unchanged';
      if (!(await setSubscription(transaction, question.userId, membership))) return 'unchanged';
      const was = isLive(before?.subscriptionStatus ?? null);
      const is = isLive(membership.subscriptionStatus);
      if (was !== is) await noteTurn(transaction, is ? 'started' : 'ended');
      await announceAccount(transaction, question.userId);
      return 'changed';
    });
  };
  return withLock(database, `customer ${customerId}`, sync, signal);
}

/** All subscriptions a customer has and had; none of a customer who is gone. */
export async function subscriptionsOf(
  stripe: Stripe,
  customer: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Subscription[]> {
  try {
    const { data } = await stripe.subscriptions.list(
      { customer, status: 'all', limit: 100 },
      options,
    );
    return data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
