import type Stripe from 'stripe';
import { z } from 'zod';
import {
  grantsPremium,
  isManageableStatus,
  isOngoingStatus,
  isSuspendedStatus,
} from '#domain/subscription.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import {
  lockAccount,
  type Subscription,
  updatePremiumSubscription,
} from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import {
  dismissEventsIfAccountDeleted,
  dismissPendingEvents,
  markQueryAnsweredAndEventsDone,
  recordSubscriptionStartOrEnd,
  registerSubscriptionQuery,
  unbindCustomer,
} from './repository.ts';
import { listStripeSubscriptions, rethrowUnlessMissingResource } from './stripe.ts';

/** The job that updates a customer's account from the customer's Stripe subscriptions. */
const SYNC_CUSTOMER_JOB_DEFINITION = {
  id: 'billing-sync',
  payload: z.strictObject({ customer: z.string() }),
  timeLimit: 60,
  // Retries continue for three to six hours. If all retries fail, the nightly job `billing-upkeep`
  // enqueues the job again.
  retries: { limit: 11, delay: 5 },
} satisfies JobDefinition;

export type CustomerSyncOutcome = 'changed' | 'unchanged' | 'has left' | 'not ours';

/** Thrown if a Stripe customer belongs to no account. The customer's events stay pending. */
export class UnknownCustomerError extends Error {
  override name = 'UnknownCustomerError';

  constructor(customerId: string) {
    super(`No account matches the Stripe customer "${customerId}". Its events stay queued.`);
  }
}

/** Enqueues the job that updates the account of a Stripe customer. */
export function enqueueCustomerSync(transaction: Queries, customer: string): Promise<void> {
  return enqueue(transaction, SYNC_CUSTOMER_JOB_DEFINITION, { customer }, { key: customer });
}

/** Creates the job that updates the account of a Stripe customer. */
export function createCustomerSyncJob(
  database: Database,
  stripe: Stripe,
): JobWithHandler<typeof SYNC_CUSTOMER_JOB_DEFINITION.payload> {
  return {
    ...SYNC_CUSTOMER_JOB_DEFINITION,
    work: async ({ customer }, signal) => ({
      outcome: await syncCustomer(database, stripe, customer, signal),
    }),
  };
}

/**
 * Updates an account from the current subscriptions of its Stripe customer. Can be called after any event, repeatedly
 * and in any order. If Stripe does not know the customer, ends the subscription and removes the customer from the
 * account. Throws {@link UnknownCustomerError} if the customer belongs to no account. Also throws Stripe's errors.
 *
 * A lock ensures that only one process at a time syncs a customer. Queries to Stripe are numbered, so that an outdated
 * response is ignored if a process loses the lock.
 */
export async function syncCustomer(
  database: Database,
  stripe: Stripe,
  customerId: string,
  signal?: AbortSignal,
): Promise<CustomerSyncOutcome> {
  const { queries } = database;
  const sync = async (): Promise<CustomerSyncOutcome> => {
    const query = await registerSubscriptionQuery(queries, customerId);
    if (!query) return handleUnknownCustomer(queries, stripe, customerId);
    const subscriptions = await listStripeSubscriptions(stripe, customerId).catch(
      rethrowUnlessMissingResource,
    );
    return queries.transaction(async (transaction) => {
      // The account's row is locked before all other rows. Account deletion locks in the same order, which avoids
      // deadlocks.
      const account = await lockAccount(transaction, query.userId);
      const isLatest = await markQueryAnsweredAndEventsDone(transaction, customerId, query);
      if (!isLatest) return 'unchanged';
      if (!subscriptions) await unbindCustomer(transaction, customerId);
      const membership = subscriptions
        ? deriveAccountSubscription(subscriptions)
        : deriveSubscriptionOfUnknownCustomer(account);
      if (!membership) return 'unchanged';
      if (!(await updatePremiumSubscription(transaction, query.userId, membership)))
        return 'unchanged';
      const wasOngoing = isOngoingStatus(account?.subscriptionStatus ?? null);
      const isOngoing = isOngoingStatus(membership.subscriptionStatus);
      if (wasOngoing !== isOngoing)
        await recordSubscriptionStartOrEnd(transaction, isOngoing ? 'started' : 'ended');
      await announceReaderDataChange(transaction, query.userId);
      return 'changed';
    });
  };
  return withLock(database, `customer ${customerId}`, sync, signal);
}

/**
 * Decides what happens to the pending events of a Stripe customer without an account. If the account has been deleted,
 * or if Octavo did not create the customer, marks the events as done. Otherwise, the events stay pending, and
 * {@link UnknownCustomerError} is thrown.
 */
async function handleUnknownCustomer(
  queries: Queries,
  stripe: Stripe,
  customerId: string,
): Promise<CustomerSyncOutcome> {
  if (await dismissEventsIfAccountDeleted(queries, customerId)) return 'has left';
  if (await mayBeReader(stripe, customerId)) throw new UnknownCustomerError(customerId);
  await dismissPendingEvents(queries, customerId);
  return 'not ours';
}

/**
 * Returns true if a Stripe customer may be a reader of Octavo. The operator's Stripe account may also have customers
 * who are not readers of Octavo.
 */
async function mayBeReader(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId).catch(rethrowUnlessMissingResource);
  return !customer || (!customer.deleted && customer.metadata.reader !== undefined);
}

/**
 * Returns the canceled subscription that an account gets if Stripe does not know its customer. Returns `undefined` if
 * the account has no subscription, or one that has already ended.
 */
function deriveSubscriptionOfUnknownCustomer(account: User | undefined): Subscription | undefined {
  if (!isManageableStatus(account?.subscriptionStatus ?? null)) return undefined;
  return {
    tier: 'free',
    subscriptionStatus: 'canceled',
    subscriptionExpiresAt: new Date(),
    subscriptionEnds: false,
  };
}

/**
 * Derives the account's subscription from all of a customer's subscriptions, in any order. Returns `undefined` if the
 * customer has none. Prefers a paid subscription, then one that is past due, then a paused one, and last an ended one.
 * Among subscriptions of the same rank, chooses the one with the latest end.
 */
export function deriveAccountSubscription(
  subscriptions: readonly Stripe.Subscription[],
): Subscription | undefined {
  const [best] = subscriptions.toSorted(
    (one, other) =>
      rankSubscription(other) - rankSubscription(one) || findEnd(other) - findEnd(one),
  );
  if (!best) return undefined;
  const { status } = best;
  return {
    tier: isOngoingStatus(status) ? 'premium' : 'free',
    subscriptionStatus: status,
    subscriptionExpiresAt: new Date((isPastDue(best) ? findPaidUntil(best) : findEnd(best)) * 1000),
    subscriptionEnds: isOngoingStatus(status) && isEnding(best),
  };
}

function rankSubscription({ status }: Stripe.Subscription): number {
  if (grantsPremium(status)) return 3;
  if (isOngoingStatus(status)) return 2;
  return isSuspendedStatus(status) ? 1 : 0;
}

/** Returns true if a payment of the subscription has failed and Stripe is still retrying it. */
function isPastDue({ status }: Stripe.Subscription): boolean {
  return isOngoingStatus(status) && !grantsPremium(status);
}

/** Returns the Unix time at which the failed payment was due, which is the start of the unpaid period. */
function findPaidUntil({ items, created }: Stripe.Subscription): number {
  const starts = items.data.map(({ current_period_start }) => current_period_start);
  return starts.length ? Math.min(...starts) : created;
}

function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null;
}

/**
 * Returns the Unix time at which a subscription ends or ended. For a subscription that renews, returns the time of the
 * next payment.
 */
function findEnd({ ended_at, cancel_at, items, created }: Stripe.Subscription): number {
  const periods = items.data.map(({ current_period_end }) => current_period_end);
  return ended_at ?? cancel_at ?? Math.max(created, ...periods);
}
