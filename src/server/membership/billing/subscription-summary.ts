import type Stripe from 'stripe';
import { grantsPremium, isOngoing, isSuspended } from '#domain/subscription.ts';
import type { Subscription } from '#server/readers/accounts/repository.ts';

/**
 * Derives the account's subscription from all subscriptions of a customer, in any order; `undefined` if there never was
 * one. The best one counts: paid before past due, past due before paused, paused before ended, and then the one that
 * lasts longest.
 */
export function summarizeSubscriptions(
  subscriptions: readonly Stripe.Subscription[],
): Subscription | undefined {
  const [best] = subscriptions.toSorted(
    (one, other) =>
      rankSubscription(other) - rankSubscription(one) || findEnd(other) - findEnd(one),
  );
  if (!best) return undefined;
  const { status } = best;
  return {
    tier: isOngoing(status) ? 'premium' : 'free',
    subscriptionStatus: status,
    subscriptionExpiresAt: new Date((isPastDue(best) ? findPaidUntil(best) : findEnd(best)) * 1000),
    subscriptionEnds: isOngoing(status) && isEnding(best),
  };
}

function rankSubscription({ status }: Stripe.Subscription): number {
  if (grantsPremium(status)) return 3;
  if (isOngoing(status)) return 2;
  return isSuspended(status) ? 1 : 0;
}

/** True while a failed payment is retried. */
function isPastDue({ status }: Stripe.Subscription): boolean {
  return isOngoing(status) && !grantsPremium(status);
}

/** Returns the Unix time at which the failed payment was due: the start of the unpaid period. */
function findPaidUntil({ items, created }: Stripe.Subscription): number {
  const starts = items.data.map(({ current_period_start }) => current_period_start);
  return starts.length ? Math.min(...starts) : created;
}

function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null;
}

/** Returns the Unix time at which the subscription ends or ended, or else of the next payment. */
function findEnd({ ended_at, cancel_at, items, created }: Stripe.Subscription): number {
  const periods = items.data.map(({ current_period_end }) => current_period_end);
  return ended_at ?? cancel_at ?? Math.max(created, ...periods);
}
