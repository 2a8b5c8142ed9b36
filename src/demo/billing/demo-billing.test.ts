import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestBillingApp,
  type TestBillingApp,
} from '#server/membership/testing/billing-app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { demoBillingObjects } from './schema.ts';
import { computePeriodEnd, createPrices, type Price } from './stripe-objects.ts';
import { changeCardAndChargePastDue, runLockedTransition } from './transitions.ts';

const LOOKUP_KEYS = { monthly: 'm', annual: 'a' };

describe('the demo payment processor', () => {
  let billingApp: TestBillingApp;
  let ada: TestReader;
  let checkout: string;
  let portal: string;

  beforeAll(async () => {
    billingApp = await createTestBillingApp(await pgliteTestEngine.open());
    ada = await signInTestReader(billingApp.database, 'ada');
    checkout = new URL(await billingApp.checkout(ada)).pathname;
    portal = new URL(await billingApp.portal(ada)).pathname;
  });
  afterAll(async () => {
    await billingApp.close();
  });

  const openPage = (url: string, headers = {}, remoteAddress = '127.0.0.1') =>
    billingApp.app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress });

  it('says on every page that it is a demo', async () => {
    for (const url of [checkout, portal]) {
      const { statusCode, body, headers } = await openPage(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('This is a demo');
      expect(body).toContain('Demo billing');
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it.each([
    ['requests from another machine', {}, '192.0.2.7'],
    ['requests through a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    [
      'requests for the host name of another site (DNS rebinding)',
      { host: 'evil.example' },
      '127.0.0.1',
    ],
  ])('refuses %s', async (_title, headers, remoteAddress) => {
    for (const url of [checkout, portal]) {
      const response = await openPage(url, headers, remoteAddress);
      expect(response.statusCode).toBe(403);
      expect(response.body).toContain('Only on this machine');
    }
  });

  it.each([
    '/billing/demo/checkout/cs_none',
    '/billing/demo/checkout/cs%00none',
    '/billing/demo/portal/bps_none',
    '/billing/demo/portal/bps%00none',
  ])('responds with 404 to %s', async (url) => {
    expect((await openPage(url)).statusCode).toBe(404);
  });

  it.each([
    [{}, 303],
    [{ act: 'pay' }, 402],
    [{ act: 'pay', card: 'toString' }, 402],
    [{ act: 'pay', card: 'fails' }, 402],
  ])('responds to %j with %i and changes nothing', async (fields, status) => {
    const response = await billingApp.press(
      `http://localhost:3000${checkout}`,
      fields as Record<string, string>,
    );
    expect(response.status).toBe(status);
    expect(await billingApp.profileOf(ada)).toMatchObject({ subscriptionTier: 'free' });
  });

  it('shows a portal without actions if there is no subscription', async () => {
    for (const act of ['cancel', 'resume', 'plan', 'card', 'pass', 'constructor'])
      expect(
        (await billingApp.press(`http://localhost:3000${portal}`, { act, card: 'works' })).status,
      ).toBe(404);
  });

  it('deletes the personal data of a deleted customer', async () => {
    const { stripe } = billingApp.membership.billing!;
    const { queries } = billingApp.database;
    const { id } = await stripe.customers.create({
      email: 'grace@home.example',
      name: 'Grace Hopper',
    });
    await runLockedTransition(queries, id, (customer, context) =>
      changeCardAndChargePastDue(customer, context, 'works'),
    );
    await stripe.customers.del(id);
    const rows = await queries
      .select()
      .from(demoBillingObjects)
      .where(eq(demoBillingObjects.customerId, id));
    expect(rows.map(({ object }) => object).toSorted()).toEqual(['customer', 'event', 'event']);
    expect(JSON.stringify(rows)).not.toMatch(/grace|hopper/i);
  });

  it('escapes user input in its pages', async () => {
    const { user } = await signInTestReader(billingApp.database, 'eve');
    const { stripe } = billingApp.membership.billing!;
    const customer = await stripe.customers.create({
      email: '"><script>x</script>@x.org',
      name: user.name,
    });
    const { url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_demo_monthly', quantity: 1 }],
      success_url: 'http://localhost:3000/',
      cancel_url: 'http://localhost:3000/',
    });
    const { body } = await openPage(new URL(url!).pathname);
    expect(body).not.toContain('<script>x');
  });
});

describe('a billing period', () => {
  const [month, year] = createPrices(LOOKUP_KEYS) as [Price, Price];
  const toUnixTime = (date: string) => Date.parse(date) / 1000;

  it.each([
    [month, '2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z'],
    [month, '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    [month, '2026-12-31T23:59:59Z', '2027-01-31T23:59:59Z'],
    [year, '2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z'],
    [year, '2026-06-01T00:00:00Z', '2027-06-01T00:00:00Z'],
  ])('has a length of one %o: from %s to %s', (price, start, end) => {
    expect(computePeriodEnd(toUnixTime(start), price)).toBe(toUnixTime(end));
  });
});
