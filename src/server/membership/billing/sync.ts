import type Stripe from 'stripe';
import { isManageable, isOngoing } from '#domain/subscription.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { announceAccountChange } from '#server/readers/accounts/account-changes.ts';
import {
  lockAccount,
  type Subscription,
  updateSubscription,
} from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  dismissEventsOfDeletedCustomer,
  dismissPendingEvents,
  recordQueryAnswer,
  recordSubscriptionChange,
  startSubscriptionQuery,
  unbindCustomer,
} from './repository.ts';
import { isMissingResource } from './stripe.ts';
import { summarizeSubscriptions } from './subscription-summary.ts';

/** What bringing an account in line came to. */
export type SyncOutcome = 'changed' | 'unchanged' | 'has left' | 'not ours';

/** Nobody's account goes with a customer: what was told of them waits until one does. */
export class UnknownCustomerError extends Error {
  override name = 'UnknownCustomerError';

  constructor(customerId: string) {
    super(`No account matches the Stripe customer "${customerId}". Its events stay queued.`);
  }
}

/**
 * Makes the account of a customer what their subscriptions at Stripe are now, whatever it was that happened: so it may be
 * called for any event, as often as one likes, and in any order. One at a time looks after a customer, among all
 * processes; should one lose its turn and come too late, its answer counts for nothing, since questions are
 * numbered. A customer whom Stripe does not know has nothing, and is nobody's any more. Throws
 * {@link UnknownCustomerError}, or what Stripe does.
 */
export async function syncCustomer(
  database: Database,
  stripe: Stripe,
  customerId: string,
  signal?: AbortSignal,
): Promise<SyncOutcome> {
  const { queries } = database;
  const sync = async (): Promise<SyncOutcome> => {
    const query = await startSubscriptionQuery(queries, customerId);
    if (!query) return handleUnknownCustomer(queries, stripe, customerId);
    const subscriptions = await listSubscriptions(stripe, customerId).catch(ignoreMissingResource);
    return queries.transaction(async (transaction) => {
      // The account before what belongs to it, as whoever deletes it does: else each could wait for the other.
      const before = await lockAccount(transaction, query.userId);
      const isLatest = await recordQueryAnswer(transaction, customerId, query);
      if (!isLatest) return 'unchanged';
      if (!subscriptions) await unbindCustomer(transaction, customerId);
      const membership = subscriptions
        ? summarizeSubscriptions(subscriptions)
        : endLostSubscription(before);
      if (!membership) return 'unchanged';
      if (!(await updateSubscription(transaction, query.userId, membership))) return 'unchanged';
      const was = isOngoing(before?.subscriptionStatus ?? null);
      const is = isOngoing(membership.subscriptionStatus);
      if (was !== is) await recordSubscriptionChange(transaction, is ? 'started' : 'ended');
      await announceAccountChange(transaction, query.userId);
      return 'changed';
    });
  };
  return withLock(database, `customer ${customerId}`, sync, signal);
}

/** What becomes of what was told of a customer who is nobody here. */
async function handleUnknownCustomer(
  queries: Queries,
  stripe: Stripe,
  customerId: string,
): Promise<SyncOutcome> {
  if (await dismissEventsOfDeletedCustomer(queries, customerId)) return 'has left';
  if (await mayBeReader(stripe, customerId)) throw new UnknownCustomerError(customerId);
  await dismissPendingEvents(queries, customerId);
  return 'not ours';
}

/** Whether a customer may be a reader: at the same account of Stripe's, other things may be sold by others. */
async function mayBeReader(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId).catch(ignoreMissingResource);
  return !customer || (!customer.deleted && customer.metadata.reader !== undefined);
}

/** What is left of a subscription whose customer Stripe does not know; `undefined` where none was bought, or it was over. */
function endLostSubscription(account: User | undefined): Subscription | undefined {
  if (!isManageable(account?.subscriptionStatus ?? null)) return undefined;
  return {
    tier: 'free',
    subscriptionStatus: 'canceled',
    subscriptionExpiresAt: new Date(),
    subscriptionEnds: false,
  };
}

/** All subscriptions a customer has and had. */
export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list(
    { customer, status: 'all', limit: 100 },
    options,
  );
  return data;
}

/** Nothing, of what does not exist at Stripe: for `catch`. */
export function ignoreMissingResource(error: unknown): undefined {
  if (!isMissingResource(error)) throw error;
}
