import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { BillingCycle } from '#domain/tiers.ts';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { fetchFrom } from '../site/fetch-from.ts';
import { demonstrationFiles } from '../site/files.ts';
import { refuseOthers } from '../site/guard.ts';
import { DISPLAY_FONT, STYLESHEET } from '../site/page.ts';
import { demoApi } from './api.ts';
import { type Deliver, startDeliveries } from './deliveries.ts';
import { pricesFor } from './objects.ts';
import { elsewherePage, PREFIX } from './pages.ts';
import { billingScreens } from './screens.ts';

/** A payment processor that takes no money. */
export interface DemoBilling {
  /** The real library, whose calls are answered here. */
  stripe: Stripe;
  /** What its events are signed with. */
  webhookSecret: string;
  /** Adds its pages, and sends its events to `webhook` from then on. A plugin for `register`. */
  routes(app: FastifyInstance): Promise<void>;
}

export interface DemoBillingOptions {
  queries: Queries;
  config: Config;
  /** Lookup keys of Premium's prices. */
  prices: Readonly<Record<BillingCycle, string>>;
  /** Path of the product's webhook. */
  webhook: string;
}

const OPEN_TO_ALL = new Set([STYLESHEET, DISPLAY_FONT].map((file) => `${PREFIX}/${file}`));

/**
 * Stripe within the application, for trying Premium without an account anywhere: checkout, portal, subscriptions that are
 * paid for, owed for and cancelled, and signed events of all that. What it keeps is in the database, so that any process
 * can answer. Whoever can open its pages has Premium, so it must not stand in front of readers.
 */
export function demoBilling({ queries, config, prices, webhook }: DemoBillingOptions): DemoBilling {
  const key = `sk_test_demo${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_demo${randomBytes(12).toString('hex')}`;
  let onEvent = () => {};
  const pages = {
    checkout: `${config.ORIGIN}${PREFIX}/checkout`,
    portal: `${config.ORIGIN}${PREFIX}/portal`,
  };
  const allPrices = pricesFor(prices);
  const api = demoApi({ queries, key, prices: allPrices, pages, onEvent: () => onEvent() });
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetchFrom(api)),
    telemetry: false,
  });
  return {
    stripe,
    webhookSecret,
    async routes(app) {
      const deliver: Deliver = async (payload) => {
        const signature = stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
        });
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
        const { statusCode } = await app.inject({ method: 'POST', url: webhook, headers, payload });
        return statusCode === 200;
      };
      const report = (error: unknown) =>
        app.log.warn({ err: error }, 'Failed to deliver events of the demo billing service');
      app.addHook('onReady', async () => {
        const deliveries = startDeliveries(queries, deliver, report);
        onEvent = deliveries.nudge;
        deliveries.nudge();
        app.addHook('onClose', deliveries.stop);
      });
      await app.register(
        async (scope) => {
          scope.addHook('onRequest', refuseOthers(config, elsewherePage, OPEN_TO_ALL));
          await demonstrationFiles(scope);
          await scope.register(async (screens) =>
            billingScreens(screens, queries, allPrices, () => onEvent()),
          );
        },
        { prefix: PREFIX },
      );
    },
  };
}
