/** Statuses of a subscription (spec 3 and 4). The payment processor has more statuses, which count as Free. */
const STATUSES = {
  active: { label: 'Active', grantsPremium: true, isOngoing: true },
  trialing: { label: 'Trial', grantsPremium: true, isOngoing: true },
  past_due: { label: 'Past Due', grantsPremium: false, isOngoing: true },
  canceled: { label: 'Canceled', grantsPremium: false, isOngoing: false },
} as const;

/** Stripe's statuses of suspended subscriptions: unpaid, without benefits, but not ended. */
const SUSPENDED_STATUSES: readonly string[] = ['unpaid', 'paused'];

export type SubscriptionStatus = keyof typeof STATUSES;

/** A reader's tier and subscription, as in `GET /user/profile` (spec 7). */
export interface Profile {
  subscriptionTier: 'free' | 'premium';
  /** Status of the payment processor; `null` before the first subscription. */
  subscriptionStatus: string | null;
  /** Next payment or end of the subscription; if a payment is due, its date. ISO 8601. */
  subscriptionExpiresAt: string | null;
  /** True if it was canceled and ends at that time instead of renewing. */
  subscriptionEnds: boolean;
}

/** Returns true if a subscription with a status grants Premium (spec 4). */
export function grantsPremium(status: string | null): boolean {
  return isKnown(status) && STATUSES[status].grantsPremium;
}

/** Returns true if a subscription with a status continues automatically, paid or not. */
export function isOngoing(status: string | null): boolean {
  return isKnown(status) && STATUSES[status].isOngoing;
}

/** Returns true if a subscription with a status continues only after its reader acts. */
export function isSuspended(status: string | null): boolean {
  return status !== null && SUSPENDED_STATUSES.includes(status);
}

/** Returns true if the subscription can be managed; such a reader cannot buy a second one. */
export function isManageable(status: string | null): boolean {
  return isOngoing(status) || isSuspended(status);
}

/** Returns a status's label (spec 4): `Free` for none, and for unknown ones. */
export function subscriptionLabel(status: string | null): string {
  return isKnown(status) ? STATUSES[status].label : 'Free';
}

function isKnown(status: string | null): status is SubscriptionStatus {
  return status !== null && Object.hasOwn(STATUSES, status);
}

/** Query parameter with the outcome of the checkout from which the reader returns. */
export const CHECKOUT_OUTCOME = 'checkout';

/**
 * `pending`: completed, but Stripe has not confirmed the payment yet. `signed-out`: unknown, since the reader
 * is signed out.
 */
export type CheckoutOutcome = 'done' | 'pending' | 'given-up' | 'signed-out';
