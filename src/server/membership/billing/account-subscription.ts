import type Stripe from 'stripe';
import { grantsPremium, isOngoingStatus, isSuspendedStatus } from '#domain/subscription.ts';
import type { Subscription } from '#server/readers/accounts/repository.ts';

/**
 * Derives the account's subscription from all subscriptions of a customer, in any order. Returns `undefined` if the
 * customer has none. Chooses the best subscription: first paid, second past due, third paused, last ended. Among equal
 * subscriptions, chooses the one with the latest end.
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

/** Returns true if a payment of the subscription has failed and Stripe still retries it. */
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
