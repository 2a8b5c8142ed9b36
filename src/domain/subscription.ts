/** Statuses of a subscription (spec 3 and 4). All other statuses of the payment processor count as Free. */
const STATUSES = {
  active: { label: 'Active', grantsPremium: true, isOngoing: true },
  trialing: { label: 'Trial', grantsPremium: true, isOngoing: true },
  past_due: { label: 'Past Due', grantsPremium: false, isOngoing: true },
  canceled: { label: 'Canceled', grantsPremium: false, isOngoing: false },
} as const;

/**
 * Stripe's statuses of suspended subscriptions, which are unpaid and provide no benefits, but have not ended.
 */
const SUSPENDED_STATUSES: readonly string[] = ['unpaid', 'paused'];

export type SubscriptionStatus = keyof typeof STATUSES;

/** A reader's tier and subscription, as in `GET /user/profile` (spec 7). */
export interface SubscriptionProfile {
  subscriptionTier: 'free' | 'premium';
  /** Subscription status at the payment processor; `null` before the first subscription. */
  subscriptionStatus: string | null;
  /**
   * Time at which the next payment is due or the subscription ends; after a failed payment, the time at which
   * that payment was due. ISO 8601.
   */
  subscriptionExpiresAt: string | null;
  /** True if the subscription was canceled and ends at `subscriptionExpiresAt` instead of renewing. */
  subscriptionEnds: boolean;
}

/** Returns true if a subscription with this status grants Premium (spec 4). */
export function grantsPremium(status: string | null): boolean {
  return isKnownStatus(status) && STATUSES[status].grantsPremium;
}

/** Returns true if a subscription with this status continues automatically, even if a payment has failed. */
export function isOngoingStatus(status: string | null): boolean {
  return isKnownStatus(status) && STATUSES[status].isOngoing;
}

/** Returns true if a subscription with this status continues only after the reader pays or resumes it. */
export function isSuspendedStatus(status: string | null): boolean {
  return status !== null && SUSPENDED_STATUSES.includes(status);
}

/**
 * Returns true if a subscription with this status can be managed. A reader with such a subscription cannot
 * buy another.
 */
export function isManageableStatus(status: string | null): boolean {
  return isOngoingStatus(status) || isSuspendedStatus(status);
}

/** Returns the label of a subscription status (spec 4). Returns `Free` for `null` and for unknown statuses. */
export function getSubscriptionStatusLabel(status: string | null): string {
  return isKnownStatus(status) ? STATUSES[status].label : 'Free';
}

function isKnownStatus(status: string | null): status is SubscriptionStatus {
  return status !== null && Object.hasOwn(STATUSES, status);
}

/** Query parameter that contains the outcome of a checkout. It is set when the reader returns from the checkout. */
export const CHECKOUT_OUTCOME_PARAMETER = 'checkout';

/**
 * Outcome of a checkout. `pending`: the reader completed the checkout, but Stripe has not confirmed the payment yet.
 * `signed-out`: the outcome is unknown, because the reader is signed out.
 */
export type CheckoutOutcome = 'done' | 'pending' | 'given-up' | 'signed-out';
