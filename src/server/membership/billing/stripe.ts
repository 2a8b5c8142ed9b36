import type Stripe from 'stripe';
import type { BillingCycle } from '#domain/tiers.ts';

/** How Premium is sold: at Stripe, or at what speaks as Stripe does. */
export interface Billing {
  stripe: Stripe;
  /** What events are signed with: one, or two while it is replaced. */
  webhookSecrets: readonly string[];
  /** Lookup keys of Premium's prices. */
  prices: Readonly<Record<BillingCycle, string>>;
  /** Whether Stripe works out taxes. */
  hasTax: boolean;
  /** The product's public origin. */
  origin: string;
  /** Whether Premium can be bought now; who has bought it is looked after in any case. */
  isOpen: boolean;
}

/** How a call is made that somebody waits for: milliseconds, and no second try, since they can make one. */
export const INTERACTIVE_CALL = { timeout: 8000, maxNetworkRetries: 0 } as const;

/** How often one address may begin to pay, or to manage what it pays for, in a minute: Stripe is asked each time. */
export const BILLING_RATE_LIMIT = { max: 20, timeWindow: '1 minute' };

/** Whether Stripe says that what was asked for does not exist, or no longer. */
export function isMissingResource(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing';
}

/** Whether Stripe says that of the customer, where other things were named as well. */
export function isMissingCustomer(error: unknown): boolean {
  return isMissingResource(error) && (error as { param?: string }).param === 'customer';
}
