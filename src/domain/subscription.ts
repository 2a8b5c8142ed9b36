/**
 * Statuses of a subscription (spec 3 and 4). Readers whose subscription has any other status at the payment processor
 * have the Free plan.
 */
const STATUSES = {
  active: { label: 'Active', grantsPremium: true, isOngoing: true },
  trialing: { label: 'Trial', grantsPremium: true, isOngoing: true },
  past_due: { label: 'Past Due', grantsPremium: false, isOngoing: true },
  canceled: { label: 'Canceled', grantsPremium: false, isOngoing: false },
} as const;

/** Stripe's statuses for suspended subscriptions, which provide no benefits but have not ended. */
const SUSPENDED_STATUSES: readonly string[] = ['unpaid', 'paused'];

export type SubscriptionStatus = keyof typeof STATUSES;

/** A reader's tier and subscription, as in `GET /user/profile` (spec 7). */
export interface SubscriptionProfile {
  subscriptionTier: 'free' | 'premium';
  /** Subscription status at the payment processor; `null` before the first subscription. */
  subscriptionStatus: string | null;
  /**
   * Time at which the next payment is due or the subscription ends, in ISO 8601. After a failed payment, the time at
   * which this payment was due.
   */
  subscriptionExpiresAt: string | null;
  /** True if the subscription was canceled and ends at `subscriptionExpiresAt` instead of renewing. */
  subscriptionEnds: boolean;
}

/** Returns true if a subscription with this status grants Premium (spec 4). */
export function grantsPremium(status: string | null): boolean {
  return isKnownStatus(status) && STATUSES[status].grantsPremium;
}

/**
 * Returns true if a subscription with this status continues automatically. This includes subscriptions whose last
 * payment has failed.
 */
export function isOngoingStatus(status: string | null): boolean {
  return isKnownStatus(status) && STATUSES[status].isOngoing;
}

/** Returns true if a subscription with this status is suspended until the reader pays or resumes it. */
export function isSuspendedStatus(status: string | null): boolean {
  return status !== null && SUSPENDED_STATUSES.includes(status);
}

/**
 * Returns true if a reader can manage a subscription with this status. Such a reader cannot buy another subscription.
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
 * Outcome of a checkout. `done`: the reader has Premium now. `pending`: the reader completed the checkout, but Stripe
 * has not confirmed the payment yet. `given-up`: the reader left the checkout. `signed-out`: the outcome is unknown,
 * because the reader is signed out.
 */
export type CheckoutOutcome = 'done' | 'pending' | 'given-up' | 'signed-out';
