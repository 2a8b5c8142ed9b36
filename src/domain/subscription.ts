/** What a reader's subscription is to us (spec 3 and 4). The processor has more statuses: they read as Free. */
const STATUSES = {
  active: { label: 'Active', grantsPremium: true, isOngoing: true },
  trialing: { label: 'Trial', grantsPremium: true, isOngoing: true },
  past_due: { label: 'Past Due', grantsPremium: false, isOngoing: true },
  canceled: { label: 'Canceled', grantsPremium: false, isOngoing: false },
} as const;

/** Statuses of Stripe's that give nothing and are not over: nothing is paid meanwhile, and it may go on. */
const SUSPENDED_STATUSES: readonly string[] = ['unpaid', 'paused'];

export type SubscriptionStatus = keyof typeof STATUSES;

/** A reader's tier and subscription, as `GET /user/profile` tells it (spec 7). */
export interface Profile {
  subscriptionTier: 'free' | 'premium';
  /** As the payment processor says it; `null` before the first subscription. */
  subscriptionStatus: string | null;
  /** When it is paid for next, or ends; while a payment is owed, when that was due. ISO 8601. */
  subscriptionExpiresAt: string | null;
  /** It was cancelled, and ends then instead of being paid for. */
  subscriptionEnds: boolean;
}

/** Whether a subscription of that status gives what was bought (spec 4). */
export function grantsPremium(status: string | null): boolean {
  return isKnown(status) && STATUSES[status].grantsPremium;
}

/** Whether a subscription of that status goes on by itself, paid for or not. */
export function isOngoing(status: string | null): boolean {
  return isKnown(status) && STATUSES[status].isOngoing;
}

/** Whether a subscription of that status goes on only once its reader has seen to it. */
export function isSuspended(status: string | null): boolean {
  return status !== null && SUSPENDED_STATUSES.includes(status);
}

/** Whether there is something to manage: whoever has such a subscription buys no second. */
export function isManageable(status: string | null): boolean {
  return isOngoing(status) || isSuspended(status);
}

/** What a reader is shown of a status (spec 4): `Free` for none, and for every one that is not ours. */
export function subscriptionLabel(status: string | null): string {
  return isKnown(status) ? STATUSES[status].label : 'Free';
}

function isKnown(status: string | null): status is SubscriptionStatus {
  return status !== null && Object.hasOwn(STATUSES, status);
}

/** The parameter by which a page is told how the checkout ended that its reader comes back from. */
export const CHECKOUT_OUTCOME = 'checkout';

/**
 * `pending`: it was gone through, and Stripe has yet to say that it is paid for. `signed-out`: whoever comes back is
 * signed out by now, so that nobody can tell.
 */
export type CheckoutOutcome = 'done' | 'pending' | 'given-up' | 'signed-out';
