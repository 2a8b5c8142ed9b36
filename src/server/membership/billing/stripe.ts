import type Stripe from 'stripe';
import type { BillingCycle } from '#domain/tiers.ts';

/** The billing configuration, with Stripe or the demonstration behind the same client. */
export interface Billing {
  stripe: Stripe;
  /** The secrets that sign events: one, or two during a rotation. */
  webhookSecrets: readonly string[];
  /** The lookup keys of the prices. */
  prices: Readonly<Record<BillingCycle, string>>;
  /** True if Stripe calculates taxes. */
  hasTax: boolean;
  /** The product's public origin. */
  origin: string;
  /** True if Premium can be bought. Existing subscriptions are managed in any case. */
  isOpen: boolean;
}

/** Options for calls that a reader waits for: a timeout in milliseconds, and no retry, since the reader can retry. */
export const INTERACTIVE_CALL = { timeout: 8000, maxNetworkRetries: 0 } as const;

/** Limits checkout and portal requests per IP address, since each calls Stripe. */
export const BILLING_RATE_LIMIT = { max: 20, timeWindow: '1 minute' };

/** True if Stripe says that the requested resource does not exist. */
export function isMissingResource(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing';
}

/** True if the missing resource is the customer, for calls that also name others. */
export function isMissingCustomer(error: unknown): boolean {
  return isMissingResource(error) && (error as { param?: string }).param === 'customer';
}
