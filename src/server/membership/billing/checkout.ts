import type Stripe from 'stripe';
import { isManageableStatus, isSuspendedStatus } from '#domain/subscription.ts';
import { type BillingCycle, PREMIUM_PRICES_IN_CENTS } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { ConflictError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { withStripeCustomerId } from './customers.ts';
import {
  type BillingConnection,
  INTERACTIVE_STRIPE_CALL_OPTIONS,
  listStripeSubscriptions,
} from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** The plan that a reader wants to buy, and the page to which the reader returns. */
export interface CheckoutOrder {
  cycle: BillingCycle;
  /** The path of the page to which the reader returns after the checkout. */
  returnTo: string;
}

const INTERVALS: Readonly<Record<BillingCycle, Stripe.Price.Recurring.Interval>> = {
  monthly: 'month',
  annual: 'year',
};

/**
 * Returns the URL of a Stripe checkout for a reader. A reader has at most one open checkout. If an open checkout is for
 * the same order, it is reused. All other open checkouts are closed. Throws {@link ConflictError} if the reader already
 * has a subscription, so that no reader pays twice.
 */
export async function getOrCreateCheckoutUrl(
  database: Database,
  billing: BillingConnection,
  user: User,
  order: CheckoutOrder,
): Promise<string> {
  const openCheckout = async (customer: string) => {
    // Open checkouts are listed before subscriptions, so that a checkout that is paid between these two calls is in at
    // least one of the lists.
    const openUrl = await findOpenSession(billing, customer, order);
    const subscriptions = await listStripeSubscriptions(
      billing.stripe,
      customer,
      INTERACTIVE_STRIPE_CALL_OPTIONS,
    );
    const managed = subscriptions.filter(({ status }) => isManageableStatus(status));
    if (managed.length) {
      // The customer's subscription may still be missing from the reader's account, so the account is updated from
      // Stripe.
      await syncCustomer(database, billing.stripe, customer);
      const ownedPlan = managed.every(({ status }) => isSuspendedStatus(status))
        ? 'a paused subscription'
        : 'Premium';
      throw new ConflictError(`You already have ${ownedPlan}. You can manage it in Settings.`);
    }
    return openUrl ?? createSession(billing, customer, user, order);
  };
  return withStripeCustomerId(database, billing, user, (customer) =>
    withLock(database, `checkout ${customer}`, () => openCheckout(customer)),
  );
}

/**
 * Returns the URL of the customer's open checkout for the given order, or `undefined` if there is none. Closes all of
 * the customer's other open checkouts.
 */
async function findOpenSession(
  { stripe }: BillingConnection,
  customer: string,
  order: CheckoutOrder,
): Promise<string | undefined> {
  const { sessions } = stripe.checkout;
  const { data } = await sessions.list(
    { customer, status: 'open', limit: 10 },
    INTERACTIVE_STRIPE_CALL_OPTIONS,
  );
  let matchingUrl: string | undefined;
  for (const { id, url, metadata } of data)
    if (
      !matchingUrl &&
      url &&
      metadata?.cycle === order.cycle &&
      metadata.returnTo === order.returnTo
    )
      matchingUrl = url;
    else await expireSession(stripe, id);
  return matchingUrl;
}

/** Closes a Stripe checkout. Does nothing if the checkout has been paid or closed in the meantime. */
async function expireSession({ checkout: { sessions } }: Stripe, id: string): Promise<void> {
  try {
    await sessions.expire(id, {}, INTERACTIVE_STRIPE_CALL_OPTIONS);
  } catch (error) {
    const { status } = await sessions.retrieve(id, {}, INTERACTIVE_STRIPE_CALL_OPTIONS);
    if (status === 'open') throw error;
  }
}

async function createSession(
  billing: BillingConnection,
  customer: string,
  { id: reader }: User,
  { cycle, returnTo }: CheckoutOrder,
): Promise<string> {
  const { stripe, calculatesTax, origin } = billing;
  const createReturnUrl = (query: string) =>
    `${origin}/subscriptions/return?to=${encodeURIComponent(returnTo)}&${query}`;
  const { url } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: reader,
      line_items: [{ price: await findPriceId(billing, cycle), quantity: 1 }],
      // Stripe replaces `{CHECKOUT_SESSION_ID}` with the ID of the checkout session.
      success_url: createReturnUrl('checkout={CHECKOUT_SESSION_ID}'),
      cancel_url: createReturnUrl('given-up=1'),
      metadata: { cycle, returnTo },
      subscription_data: { metadata: { reader } },
      ...(calculatesTax && {
        automatic_tax: { enabled: true },
        customer_update: { address: 'auto', name: 'auto' },
        billing_address_collection: 'auto',
      }),
    },
    INTERACTIVE_STRIPE_CALL_OPTIONS,
  );
  if (!url) throw new Error('Stripe created a checkout session without a URL.');
  return url;
}

/**
 * Returns the ID of Stripe's price for a billing cycle. Throws if the price differs from the advertised price, so that
 * no reader is charged a different amount.
 */
async function findPriceId(
  { stripe, prices }: BillingConnection,
  cycle: BillingCycle,
): Promise<string> {
  const lookupKey = prices[cycle];
  const { data } = await stripe.prices.list(
    { lookup_keys: [lookupKey], active: true, limit: 1 },
    INTERACTIVE_STRIPE_CALL_OPTIONS,
  );
  const [price] = data;
  if (!price) throw new Error(`Stripe has no active price with the lookup key "${lookupKey}".`);
  const { unit_amount, currency, recurring } = price;
  const isAdvertised =
    unit_amount === PREMIUM_PRICES_IN_CENTS[cycle] &&
    currency === 'usd' &&
    recurring?.interval === INTERVALS[cycle] &&
    recurring.interval_count === 1;
  if (!isAdvertised)
    throw new Error(
      `Stripe's price "${lookupKey}" does not match the advertised price: ${PREMIUM_PRICES_IN_CENTS[cycle]} US cents per ${INTERVALS[cycle]}.`,
    );
  return price.id;
}
