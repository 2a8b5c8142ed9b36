import type Stripe from 'stripe';
import { isManageable, isOngoing } from '#domain/subscription.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { announceAccount } from '#server/readers/accounts/changes.ts';
import {
  lockAccount,
  type Subscription,
  setSubscription,
} from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { membershipOf } from './membership.ts';
import {
  beginQuestion,
  forgetEvents,
  forgetEventsOfLeaving,
  noteAnswered,
  noteTurn,
  unbindCustomer,
} from './repository.ts';
import { isMissing } from './stripe.ts';

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
    const question = await beginQuestion(queries, customerId);
    if (!question) return setAside(queries, stripe, customerId);
    const subscriptions = await subscriptionsOf(stripe, customerId).catch(nothingIfMissing);
    return queries.transaction(async (transaction) => {
      // The account before what belongs to it, as whoever deletes it does: else each could wait for the other.
      const before = await lockAccount(transaction, question.userId);
      const counts = await noteAnswered(transaction, customerId, question);
      if (!counts) return 'unchanged';
      if (!subscriptions) await unbindCustomer(transaction, customerId);
      const membership = subscriptions ? membershipOf(subscriptions) : membershipLost(before);
      if (!membership) return 'unchanged';
      if (!(await setSubscription(transaction, question.userId, membership))) return 'unchanged';
      const was = isOngoing(before?.subscriptionStatus ?? null);
      const is = isOngoing(membership.subscriptionStatus);
      if (was !== is) await noteTurn(transaction, is ? 'started' : 'ended');
      await announceAccount(transaction, question.userId);
      return 'changed';
    });
  };
  return withLock(database, `customer ${customerId}`, sync, signal);
}

/** What becomes of what was told of a customer who is nobody here. */
async function setAside(
  queries: Queries,
  stripe: Stripe,
  customerId: string,
): Promise<SyncOutcome> {
  if (await forgetEventsOfLeaving(queries, customerId)) return 'has left';
  if (await mayBeOurs(stripe, customerId)) throw new UnknownCustomerError(customerId);
  await forgetEvents(queries, customerId);
  return 'not ours';
}

/** Whether a customer may be a reader: at the same account of Stripe's, other things may be sold by others. */
async function mayBeOurs(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId).catch(nothingIfMissing);
  return !customer || (!customer.deleted && customer.metadata.reader !== undefined);
}

/** What is left of a subscription whose customer Stripe does not know; `undefined` where none was bought, or it was over. */
function membershipLost(account: User | undefined): Subscription | undefined {
  if (!isManageable(account?.subscriptionStatus ?? null)) return undefined;
  return {
    tier: 'free',
    subscriptionStatus: 'canceled',
    subscriptionExpiresAt: new Date(),
    subscriptionEnds: false,
  };
}

/** All subscriptions a customer has and had. */
export async function subscriptionsOf(
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
export function nothingIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
