import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { signInReader } from '#server/testing/reader.ts';
import { demoApi } from '../demo-billing/api.ts';
import { pricesFor } from '../demo-billing/objects.ts';
import { openCheckout } from './checkout.ts';
import type { Billing } from './stripe.ts';

/** The real library over a real connection, against what speaks as Stripe does. */
const PRICES = { monthly: 'octavo_premium_monthly', annual: 'octavo_premium_annual' };
const KEY = 'sk_test_over_network';

let database: Database;
let api: ReturnType<typeof demoApi>;
let port: number;

beforeAll(async () => {
  database = await openDatabase('memory');
  api = demoApi({
    queries: database.queries,
    key: KEY,
    prices: pricesFor(PRICES),
    pages: { checkout: 'https://pay.example/c', portal: 'https://pay.example/p' },
    onEvent: () => {},
  });
  await api.listen({ port: 0 });
  port = (api.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await api.close();
  await database.close();
});

function billingWith(key: string, prices = PRICES): Billing {
  const stripe = new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
  const origin = 'https://octavo.example';
  return { stripe, webhookSecrets: [], prices, hasTax: false, origin, isOpen: true };
}

const ORDER = { cycle: 'monthly', returnTo: '/plans' } as const;

it('opens a checkout', async () => {
  const { user } = await signInReader(database, 'ada');
  const url = await openCheckout(database, billingWith(KEY), user, ORDER);
  expect(url).toMatch(/^https:\/\/pay\.example\/c\/cs_/);
  expect(await openCheckout(database, billingWith(KEY), user, ORDER)).toBe(url);
});

it('opens none with a key that is refused', async () => {
  const { user } = await signInReader(database, 'grace');
  await expect(openCheckout(database, billingWith('sk_test_x'), user, ORDER)).rejects.toThrow(
    'Invalid API Key',
  );
});

it('opens none where there is no such price', async () => {
  const { user } = await signInReader(database, 'grace');
  const billing = billingWith(KEY, { monthly: 'nothing', annual: 'nothing' });
  await expect(openCheckout(database, billing, user, ORDER)).rejects.toThrow(
    'lookup key "nothing"',
  );
});

it('opens none at a price that readers are not told', async () => {
  const { user } = await signInReader(database, 'grace');
  const billing = billingWith(KEY, { monthly: PRICES.annual, annual: PRICES.monthly });
  await expect(openCheckout(database, billing, user, ORDER)).rejects.toThrow(
    'is not what readers are told: 299 US cents',
  );
});
