import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Billing } from './stripe.ts';
import { WEBHOOK_PATH } from './webhook.ts';

/** The billing configuration, with the routes of the demonstration if it runs in this process. */
export interface BillingSetup {
  /** Absent if Premium is not sold and never was. */
  billing?: Billing;
  routes?: (app: FastifyInstance) => Promise<void>;
  isDemonstration: boolean;
}

/**
 * Chooses Stripe if a key is configured, or else the demonstration while Premium is sold; `readConfig` refuses that in
 * prod. With a key, existing subscriptions are managed even while Premium is not sold.
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
