import type Stripe from 'stripe';
import { grantsPremium, isOngoing, isSuspended } from '#domain/subscription.ts';
import type { Subscription } from '#server/readers/accounts/repository.ts';

/**
 * What a customer's subscriptions come to, all of them as Stripe has them now, in any order; `undefined` for a customer
 * who has never had one. Of several the best counts: one that is paid for before one that is owed for, that before one
 * that rests, and that before one that is over; of equals the one that lasts longest.
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

/** True while a payment has failed and is tried again. */
function isPastDue({ status }: Stripe.Subscription): boolean {
  return isOngoing(status) && !grantsPremium(status);
}

/** Unix time of the start of the period that has not been paid for: when the failed payment was due. */
function findPaidUntil({ items, created }: Stripe.Subscription): number {
  const starts = items.data.map(({ current_period_start }) => current_period_start);
  return starts.length ? Math.min(...starts) : created;
}

function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null;
}

/** Unix time: of the end, where it has ended or is to end, and otherwise of the next payment. */
function findEnd({ ended_at, cancel_at, items, created }: Stripe.Subscription): number {
  const periods = items.data.map(({ current_period_end }) => current_period_end);
  return ended_at ?? cancel_at ?? Math.max(created, ...periods);
}
