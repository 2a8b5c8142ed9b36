import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Billing } from './stripe.ts';
import { WEBHOOK_PATH } from './webhook.ts';

/** How Premium is sold, and the routes of a processor that stands in this very application. */
export interface BillingSetup {
  /** Absent where Premium was never sold and is not to be. */
  billing?: Billing;
  routes?: (app: FastifyInstance) => Promise<void>;
  isDemonstration: boolean;
}

/**
 * Stripe where there is a key, and otherwise, as long as Premium is to be sold, the demonstration; `readConfig` has
 * refused that in prod. With a key, those who have a subscription are looked after even while none is sold.
 */
export async function chooseBilling(config: Config, queries: Queries): Promise<BillingSetup> {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SUBSCRIPTIONS, STRIPE_TAX, ORIGIN } = config;
  const prices = { monthly: config.STRIPE_PRICE_MONTHLY, annual: config.STRIPE_PRICE_ANNUAL };
  const terms = { prices, hasTax: STRIPE_TAX, origin: ORIGIN, isOpen: SUBSCRIPTIONS };
  if (STRIPE_SECRET_KEY) {
    const stripe = new Stripe(STRIPE_SECRET_KEY, { telemetry: false, maxNetworkRetries: 2 });
    const webhookSecrets = STRIPE_WEBHOOK_SECRET!.split(',');
    return { billing: { ...terms, stripe, webhookSecrets }, isDemonstration: false };
  }
  if (!SUBSCRIPTIONS) return { isDemonstration: false };
  const { createDemoBilling: demoBilling } = await import('#demo/billing/demo-billing.ts');
  const { stripe, webhookSecret, routes } = demoBilling({
    queries,
    config,
    prices,
    webhook: WEBHOOK_PATH,
  });
  return {
    billing: { ...terms, stripe, webhookSecrets: [webhookSecret] },
    routes,
    isDemonstration: true,
  };
}
