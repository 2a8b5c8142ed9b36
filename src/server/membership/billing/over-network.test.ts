import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemoStripeApi } from '#demo/billing/demo-stripe-api.ts';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { createPrices } from '#demo/billing/stripe-objects.ts';
import {
  payCheckout,
  runLockedTransition,
  setCancelAtPeriodEnd,
} from '#demo/billing/transitions.ts';
import type { Database } from '#server/platform/db/database.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { deleteReadersAndBillingRows } from '../testing/billing-app.ts';
import { getOrCreateCheckoutUrl } from './checkout.ts';
import { findOrCreateStripeCustomerId, withStripeCustomerId } from './customers.ts';
import { createBillingJobs } from './jobs.ts';
import { billingEvents, customersToDelete } from './schema.ts';
import { type BillingConnection, INTERACTIVE_STRIPE_CALL_OPTIONS } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** These tests use the real Stripe library over a network connection to the demo payment processor. */
const PRICES = { monthly: 'octavo_premium_monthly', annual: 'octavo_premium_annual' };
const API_KEY = 'sk_test_over_network';
const SIGNAL = new AbortController().signal;

let database: Database;
let api: ReturnType<typeof createDemoStripeApi>;
let port: number;
/** The requests to the payment processor so far, such as "GET /v1/prices". */
const requests: string[] = [];
/** Callbacks by request, such as "GET /v1/prices". A callback is awaited before the response to the request is sent. */
const requestCallbacks = new Map<string, () => Promise<void>>();
/** The last request body for each path. */
const lastBodies: Record<string, Record<string, unknown>> = {};
/** Error status codes that the demo payment processor returns for its next requests, one code per request. */
let failures: number[] = [];

beforeAll(async () => {
  database = await pgliteTestEngine.open();
  api = createDemoStripeApi({
    queries: database.queries,
    key: API_KEY,
    prices: createPrices(PRICES),
    pages: { checkout: 'https://pay.example/c', portal: 'https://pay.example/p' },
    onEvent: () => {},
  });
  api.addHook('preHandler', async ({ method, url, body }, reply) => {
    const [path] = url.split('?');
    requests.push(`${method} ${path}`);
    await requestCallbacks.get(`${method} ${path}`)?.();
    if (body) lastBodies[path!] = body as Record<string, unknown>;
    const status = failures.shift();
    if (status === undefined) return;
    const error = { type: 'api_error', message: 'Out of order.' };
    return reply.code(status).header('stripe-should-retry', 'true').send({ error });
  });
  await api.listen({ port: 0 });
  port = (api.server.address() as AddressInfo).port;
  await new JobQueueTestHarness(database).reset(...createJobs(createBilling(API_KEY)));
});
beforeEach(async () => {
  await deleteReadersAndBillingRows(database);
  failures = [];
  requests.length = 0;
  requestCallbacks.clear();
});
afterAll(async () => {
  await api.close();
  await database.close();
});

function createBilling(key: string, prices = PRICES, calculatesTax = false): BillingConnection {
  const stripe = new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    // In production, `chooseBilling` also configures two retries.
    maxNetworkRetries: 2,
  });
  const origin = 'https://octavo.example';
  return { stripe, webhookSecrets: [], prices, calculatesTax, origin, isPremiumForSale: true };
}

const createJobs = ({ stripe }: BillingConnection) =>
  createBillingJobs(database, stripe, { warn: () => {} });

/** Runs the billing job with the given ID. */
function runJob(id: string, payload: Record<string, unknown> = {}) {
  return createJobs(createBilling(API_KEY))
    .find((job) => job.id === id)!
    .work(payload, SIGNAL);
}

const ORDER = { cycle: 'monthly', returnTo: '/plans' } as const;

/** Creates a reader who has bought Premium. Returns the reader and the ID of the customer. */
async function createBuyer(name: string) {
  const { user } = await signInTestReader(database, name);
  const billing = createBilling(API_KEY);
  const url = await getOrCreateCheckoutUrl(database, billing, user, ORDER);
  const customer = await findOrCreateStripeCustomerId(database, billing, user);
  const session = url.split('/').at(-1)!;
  await runLockedTransition(database.queries, customer, (current, context) =>
    payCheckout(current, context, session, 'works'),
  );
  requests.length = 0;
  return { user, customer, billing };
}

describe('a checkout', () => {
  it.each([
    ['subscriptions', 'GET /v1/checkout/sessions', 'annual'],
    ['open checkouts', 'GET /v1/subscriptions', 'monthly'],
  ] as const)(
    'is not opened for a reader who pays while %s are already loaded',
    async (_, lateRequest, cycle) => {
      const { user } = await signInTestReader(database, 'ada');
      const billing = createBilling(API_KEY);
      const session = (await getOrCreateCheckoutUrl(database, billing, user, ORDER))
        .split('/')
        .at(-1)!;
      const customer = await findOrCreateStripeCustomerId(database, billing, user);
      requestCallbacks.set(lateRequest, async () => {
        requestCallbacks.clear();
        await runLockedTransition(database.queries, customer, (current, context) =>
          payCheckout(current, context, session, 'works'),
        );
      });
      await expect(
        getOrCreateCheckoutUrl(database, billing, user, { ...ORDER, cycle }),
      ).rejects.toThrow('Premium');
      const openSessions = await billing.stripe.checkout.sessions.list({
        customer,
        status: 'open',
      });
      expect(openSessions.data).toEqual([]);
    },
  );

  it('is opened and reused', async () => {
    const { user } = await signInTestReader(database, 'ada');
    const url = await getOrCreateCheckoutUrl(database, createBilling(API_KEY), user, ORDER);
    expect(url).toMatch(/^https:\/\/pay\.example\/c\/cs_/);
    expect(await getOrCreateCheckoutUrl(database, createBilling(API_KEY), user, ORDER)).toBe(url);
  });

  it.each([
    [false, undefined],
    [true, { enabled: 'true' }],
  ])('has automatic taxes if configured: %s', async (calculatesTax, automatic_tax) => {
    const { user } = await signInTestReader(database, 'ada');
    await getOrCreateCheckoutUrl(
      database,
      createBilling(API_KEY, PRICES, calculatesTax),
      user,
      ORDER,
    );
    const body = lastBodies['/v1/checkout/sessions']!;
    expect(body).toMatchObject({ mode: 'subscription', client_reference_id: user.id });
    expect(body.automatic_tax).toEqual(automatic_tax);
    expect(body.customer_update).toEqual(
      calculatesTax ? { address: 'auto', name: 'auto' } : undefined,
    );
    expect(body.billing_address_collection).toBe(calculatesTax ? 'auto' : undefined);
  });

  it('is not opened with an invalid API key', async () => {
    const { user } = await signInTestReader(database, 'grace');
    await expect(
      getOrCreateCheckoutUrl(database, createBilling('sk_test_x'), user, ORDER),
    ).rejects.toThrow('Invalid API Key');
  });

  it('is not opened without the price', async () => {
    const { user } = await signInTestReader(database, 'grace');
    const billing = createBilling(API_KEY, { monthly: 'nothing', annual: 'nothing' });
    await expect(getOrCreateCheckoutUrl(database, billing, user, ORDER)).rejects.toThrow(
      'lookup key "nothing"',
    );
  });

  it('is not opened at a price that differs from the advertised one', async () => {
    const { user } = await signInTestReader(database, 'grace');
    const billing = createBilling(API_KEY, { monthly: PRICES.annual, annual: PRICES.monthly });
    await expect(getOrCreateCheckoutUrl(database, billing, user, ORDER)).rejects.toThrow(
      'does not match the advertised price: 299 US cents',
    );
  });

  it.each([429, 500])('fails immediately on %i, since the reader can retry', async (status) => {
    const { user } = await signInTestReader(database, 'grace');
    failures = [status];
    await expect(
      getOrCreateCheckoutUrl(database, createBilling(API_KEY), user, ORDER),
    ).rejects.toThrow('Out of order');
    expect(requests).toEqual(['POST /v1/customers']);
  });

  it('is opened for a new customer if Stripe does not know the previous one', async () => {
    const { user, customer, billing } = await createBuyer('ada');
    await billing.stripe.customers.del(customer);
    expect(await getOrCreateCheckoutUrl(database, billing, user, ORDER)).toMatch(
      /^https:\/\/pay\.example/,
    );
    expect(await findOrCreateStripeCustomerId(database, billing, user)).not.toBe(customer);
  });
});

it('opens the portal', async () => {
  const { user, billing } = await createBuyer('ada');
  const openPortal = (customer: string) =>
    billing.stripe.billingPortal.sessions.create(
      { customer, return_url: 'https://octavo.example/x' },
      INTERACTIVE_STRIPE_CALL_OPTIONS,
    );
  const { url } = await withStripeCustomerId(database, billing, user, openPortal);
  expect(url).toMatch(/^https:\/\/pay\.example\/p\/bps_/);
  expect(lastBodies['/v1/billing_portal/sessions']).toMatchObject({
    return_url: 'https://octavo.example/x',
  });
});

describe.each([
  ['immediately', []],
  ['after one 429 and one 500', [429, 500]],
] as const)('background calls that succeed %s', (_when, statuses) => {
  const attempts = statuses.length + 1;

  it('update an account from its subscription', async () => {
    const { customer, billing } = await createBuyer('ada');
    failures = [...statuses];
    expect(await syncCustomer(database, billing.stripe, customer)).toBe('changed');
    expect(requests).toEqual(Array(attempts).fill('GET /v1/subscriptions'));
    const [account] = await database.queries.select().from(users);
    expect(account).toMatchObject({ tier: 'premium', subscriptionStatus: 'active' });
  });

  it('delete a customer', async () => {
    const { customer, billing } = await createBuyer('ada');
    await database.queries.insert(customersToDelete).values({ customerId: customer });
    failures = [...statuses];
    expect(await runJob('billing-leave', { customer })).toEqual({ ended: 1 });
    const [subscription] = await listCustomerObjects(database.queries, 'subscription', customer);
    expect(subscription).toMatchObject({ status: 'canceled' });
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([
      `DELETE /v1/subscriptions/${subscription!.id}`,
      `DELETE /v1/customers/${customer}`,
    ]);
    expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  });

  it.runIf(isRunOfAllTests() || statuses.length > 0)(
    'fetch missed events to the last page',
    async () => {
      const { customer } = await createBuyer('ada');
      const { queries } = database;
      const [subscription] = await listCustomerObjects(queries, 'subscription', customer);
      // Stripe lists at most 100 events on a page.
      const count = isRunOfAllTests() ? 220 : 110;
      for (let index = 0; index < count; index++)
        await runLockedTransition(queries, customer, (current, context) =>
          setCancelAtPeriodEnd(current, context, subscription!, index % 2 === 0),
        );
      failures = [...statuses];
      expect(await runJob('billing-reconciliation')).toMatchObject({ missed: count + 3 });
      expect(await queries.select().from(billingEvents)).toHaveLength(count + 3);
      expect([...new Set(requests)]).toEqual(['GET /v1/events']);
    },
  );
});

it.runIf(isRunOfAllTests())(
  'fails a background call after three attempts, and the queue retries it',
  async () => {
    const { customer, billing } = await createBuyer('ada');
    failures = [500, 429, 503];
    await expect(syncCustomer(database, billing.stripe, customer)).rejects.toThrow('Out of order');
    expect(requests).toHaveLength(3);
  },
);
