import { randomBytes } from 'node:crypto';
import { type BillingCycle, PREMIUM_PRICES_IN_CENTS } from '#domain/tiers.ts';

/**
 * The demo payment processor's objects. They have the format of Stripe's objects, but contain only the fields that
 * Octavo reads.
 */

/** The test cards for demo payments. A card's key describes what happens to payments with that card. */
export const TEST_CARDS = {
  works: { brand: 'visa', last4: '4242', name: 'A card that works' },
  fails: { brand: 'visa', last4: '0002', name: 'A card that is declined' },
  failsLater: { brand: 'visa', last4: '0341', name: 'A card whose next payment fails' },
} as const;

export type TestCardKey = keyof typeof TEST_CARDS;

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  lookup_key: string;
  currency: 'usd';
  unit_amount: number;
  recurring: { interval: 'month' | 'year'; interval_count: 1 };
}

export interface Customer {
  id: string;
  object: 'customer';
  customer: string;
  created: number;
  email: string;
  name: string;
  metadata: Record<string, string>;
  deleted?: true;
  /**
   * The number of seconds by which the customer's simulated clock is ahead of real time. Stripe's customers have no
   * such field. Stripe offers test clocks instead.
   */
  ahead: number;
  /** The card that the customer pays with. Stripe's customers have no such field. */
  card: TestCardKey | null;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  created: number;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  metadata: Record<string, string>;
  items: {
    object: 'list';
    data: [
      {
        id: string;
        object: 'subscription_item';
        price: Price;
        current_period_start: number;
        current_period_end: number;
      },
    ];
  };
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  customer: string;
  created: number;
  mode: 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  client_reference_id: string | null;
  subscription: string | null;
  metadata: Record<string, string>;
  url: string;
  success_url: string;
  cancel_url: string;
  /** The price that the customer pays in the checkout. Stripe's checkout sessions have no such field. */
  price: Price;
  subscription_metadata: Record<string, string>;
}

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  customer: string;
  created: number;
  url: string;
  return_url: string;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  customer: string;
  type: string;
  created: number;
  data: { object: object };
  pending_webhooks: number;
}

export type StripeObject = Customer | Subscription | CheckoutSession | PortalSession | StripeEvent;

const INTERVALS = { monthly: 'month', annual: 'year' } as const;

/** Creates the demo's Premium prices with the configured lookup keys. */
export function createPrices(lookupKeys: Readonly<Record<BillingCycle, string>>): Price[] {
  return (Object.keys(INTERVALS) as BillingCycle[]).map((cycle) => ({
    id: `price_demo_${cycle}`,
    object: 'price',
    active: true,
    lookup_key: lookupKeys[cycle],
    currency: 'usd',
    unit_amount: PREMIUM_PRICES_IN_CENTS[cycle],
    recurring: { interval: INTERVALS[cycle], interval_count: 1 },
  }));
}

/**
 * Returns a copy of a customer without personal data. Events are stored longer than the customer, so events contain
 * only this copy.
 */
export function anonymizeCustomer(customer: Customer): Customer {
  return { ...customer, email: '', name: '', metadata: {} };
}

/** Creates a random ID in Stripe's format. */
export function createRandomId(prefix: string): string {
  return `${prefix}_demo${randomBytes(12).toString('hex')}`;
}

/**
 * Returns the Unix time at which a billing period ends. The period ends on the same day of the next month or year. If
 * the month is too short, the period ends on the last day of the month.
 */
export function computePeriodEnd(start: number, { recurring: { interval } }: Price): number {
  const from = new Date(start * 1000);
  const months = interval === 'year' ? 12 : 1;
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}
