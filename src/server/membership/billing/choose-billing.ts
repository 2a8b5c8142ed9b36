import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { BillingConnection } from './stripe.ts';
import { STRIPE_WEBHOOK_PATH } from './webhook.ts';

/** The billing configuration, and the routes of the demo payment processor if it is used. */
export interface BillingSetup {
  /** The billing configuration. Undefined if Premium is not sold and no Stripe key is configured. */
  billing?: BillingConnection;
  routes?: (app: FastifyInstance) => Promise<void>;
  isDemo: boolean;
}

/**
 * Returns a connection to Stripe if a Stripe key is configured. This applies even if Premium is not sold, so that
 * readers can manage existing subscriptions. If Premium is sold without a Stripe key, returns the demo payment
 * processor. `readConfig` does not allow this combination in production.
 */
export async function chooseBilling(config: Config, queries: Queries): Promise<BillingSetup> {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SUBSCRIPTIONS, STRIPE_TAX, ORIGIN } = config;
  const prices = { monthly: config.STRIPE_PRICE_MONTHLY, annual: config.STRIPE_PRICE_ANNUAL };
  const commonSettings = {
    prices,
    calculatesTax: STRIPE_TAX,
    origin: ORIGIN,
    isPremiumForSale: SUBSCRIPTIONS,
  };
  if (STRIPE_SECRET_KEY) {
    const stripe = new Stripe(STRIPE_SECRET_KEY, { telemetry: false, maxNetworkRetries: 2 });
    const webhookSecrets = STRIPE_WEBHOOK_SECRET!.split(',');
    return { billing: { ...commonSettings, stripe, webhookSecrets }, isDemo: false };
  }
  if (!SUBSCRIPTIONS) return { isDemo: false };
  const { createDemoBilling: demoBilling } = await import('#demo/billing/demo-billing.ts');
  const { stripe, webhookSecret, routes } = demoBilling({
    queries,
    config,
    prices,
    webhookPath: STRIPE_WEBHOOK_PATH,
  });
  return {
    billing: { ...commonSettings, stripe, webhookSecrets: [webhookSecret] },
    routes,
    isDemo: true,
  };
}
