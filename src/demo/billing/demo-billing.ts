import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { BillingCycle } from '#domain/tiers.ts';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { demoAssetRoutes } from '../shared/demo-assets.ts';
import { DISPLAY_FONT_FILE_NAME, STYLESHEET_FILE_NAME } from '../shared/demo-page.ts';
import { createInProcessFetch } from '../shared/in-process-fetch.ts';
import { createLocalOnlyHook } from '../shared/local-only-hook.ts';
import { createDemoStripeApi } from './demo-stripe-api.ts';
import { type EventSender, startEventDelivery } from './event-delivery.ts';
import { DEMO_BILLING_PATH, renderLocalOnlyPage } from './pages.ts';
import { demoBillingRoutes } from './routes.ts';
import { createPrices } from './stripe-objects.ts';

/** A demo payment processor that never charges anyone. */
export interface DemoBilling {
  /**
   * A client from Stripe's official library. The demo processor handles the client's calls within this process, so no
   * call reaches Stripe.
   */
  stripe: Stripe;
  /** The secret that the demo processor uses to sign its events. */
  webhookSecret: string;
  /** A Fastify plugin that registers the demo pages and starts sending events to `webhookPath`. */
  routes(app: FastifyInstance): Promise<void>;
}

export interface DemoBillingOptions {
  queries: Queries;
  config: Config;
  /** The lookup keys of the Premium prices, by billing cycle. */
  prices: Readonly<Record<BillingCycle, string>>;
  /** The path of the application's endpoint that receives the events. */
  webhookPath: string;
}

const PUBLIC_URLS = new Set(
  [STYLESHEET_FILE_NAME, DISPLAY_FONT_FILE_NAME].map((file) => `${DEMO_BILLING_PATH}/${file}`),
);

/**
 * Creates a replacement for Stripe that runs inside the application, so that developers can try Premium, the paid plan,
 * without a Stripe account. The replacement supports checkout, the customer portal, signed events, and subscriptions
 * that are paid, past due or canceled. Its state is stored in the database, so any process can handle its requests.
 * Anyone who can open its pages gets Premium for free, so the pages must not be publicly accessible.
 */
export function createDemoBilling({
  queries,
  config,
  prices,
  webhookPath,
}: DemoBillingOptions): DemoBilling {
  const key = `sk_test_demo${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_demo${randomBytes(12).toString('hex')}`;
  let onEvent = () => {};
  const pages = {
    checkout: `${config.ORIGIN}${DEMO_BILLING_PATH}/checkout`,
    portal: `${config.ORIGIN}${DEMO_BILLING_PATH}/portal`,
  };
  const allPrices = createPrices(prices);
  const api = createDemoStripeApi({
    queries,
    key,
    prices: allPrices,
    pages,
    onEvent: () => onEvent(),
  });
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(createInProcessFetch(api)),
    telemetry: false,
  });
  return {
    stripe,
    webhookSecret,
    async routes(app) {
      const deliver: EventSender = async (payload) => {
        const signature = stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
        });
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
        const { statusCode } = await app.inject({
          method: 'POST',
          url: webhookPath,
          headers,
          payload,
        });
        return statusCode === 200;
      };
      const logError = (error: unknown) =>
        app.log.warn({ err: error }, 'Failed to deliver events of the demo billing service');
      app.addHook('onReady', async () => {
        const deliveries = startEventDelivery(queries, deliver, logError);
        onEvent = deliveries.deliverPending;
        deliveries.deliverPending();
        app.addHook('onClose', deliveries.stop);
      });
      await app.register(
        async (scope) => {
          scope.addHook('onRequest', createLocalOnlyHook(config, renderLocalOnlyPage, PUBLIC_URLS));
          await demoAssetRoutes(scope);
          await scope.register(async (pageScope) =>
            demoBillingRoutes(pageScope, queries, allPrices, () => onEvent()),
          );
        },
        { prefix: DEMO_BILLING_PATH },
      );
    },
  };
}
