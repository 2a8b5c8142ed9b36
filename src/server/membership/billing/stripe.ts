import type Stripe from 'stripe';
import type { BillingCycle } from '#domain/tiers.ts';

/** The billing configuration. `stripe` is a client for Stripe or for the demo payment processor. */
export interface BillingConnection {
  stripe: Stripe;
  /** The secrets that Stripe signs webhook events with. There are two secrets during a rotation. */
  webhookSecrets: readonly string[];
  /** The lookup keys of the prices in Stripe, by billing cycle. */
  prices: Readonly<Record<BillingCycle, string>>;
  /** True if Stripe calculates taxes. */
  calculatesTax: boolean;
  origin: string;
  /** True if Premium is for sale. Existing subscriptions can be managed even if Premium is not for sale. */
  isPremiumForSale: boolean;
}

/**
 * Options for calls to Stripe that a reader waits for: a timeout of 8000 milliseconds, and no automatic retry, since
 * the reader can retry.
 */
export const INTERACTIVE_STRIPE_CALL_OPTIONS = { timeout: 8000, maxNetworkRetries: 0 } as const;

/**
 * Rate limit for requests to the checkout and the customer portal, per IP address. Every such request calls Stripe, so
 * the limit also bounds the number of calls to Stripe.
 */
export const BILLING_RATE_LIMIT = { max: 20, timeWindow: '1 minute' };

/** Lists up to 100 of a customer's current and past Stripe subscriptions. */
export async function listStripeSubscriptions(
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

/**
 * Returns `undefined` if the error is Stripe's error for a missing resource, and rethrows all other errors. Use this
 * function as a `catch` handler.
 */
export function rethrowUnlessMissingResource(error: unknown): undefined {
  if (!isMissingResourceError(error)) throw error;
}

/**
 * Returns true if a Stripe error reports that the customer does not exist. Returns false for Stripe's similar errors
 * about other missing resources.
 */
export function isMissingCustomerError(error: unknown): boolean {
  return isMissingResourceError(error) && (error as { param?: string }).param === 'customer';
}

/** Returns true if a Stripe error says that the requested resource does not exist. */
function isMissingResourceError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing';
}
