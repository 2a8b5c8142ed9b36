import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoBillingObjects } from '#demo/billing/schema.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  openTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { chooseBilling } from './choose-billing.ts';
import { findCustomerId } from './repository.ts';
import { billingEvents, customersOfDeletedAccounts, subscriptionStartsAndEnds } from './schema.ts';

const SOON = { interval: 50 };

describe.each(await selectTestDatabaseEngines())('Premium, on $name', ({ open }) => {
  let shop: TestBillingApp;
  let ada: TestReader;

  beforeAll(async () => {
    shop = await openTestBillingApp(await open());
  });
  afterAll(async () => {
    await shop.close();
  });
  beforeEach(async () => {
    ada = await replaceReadersWithOne(shop);
  });

  const call = (...request: Parameters<ReturnType<typeof createApiCaller>>) =>
    createApiCaller(shop, ada)(...request);
  /**
   * Returns the stored Stripe events about a reader's customer. Events about other customers are excluded, since events
   * from earlier tests may still arrive.
   */
  const eventsOf = async ({ user }: TestReader) => {
    const { queries } = shop.database;
    const customerId = (await findCustomerId(queries, user))!;
    return queries.select().from(billingEvents).where(eq(billingEvents.customerId, customerId));
  };
  /** Lists the starts and ends of subscriptions that were recorded for statistics, oldest first. */
  const turns = async () => {
    const rows = await shop.database.queries
      .select()
      .from(subscriptionStartsAndEnds)
      .orderBy(subscriptionStartsAndEnds.id);
    return rows.map(({ turn }) => turn);
  };
  const stripe = () => shop.membership.billing!.stripe;

  it('can be bought monthly and is active when the reader returns', async () => {
    const url = await shop.checkout(ada);
    expect(url).toMatch(/^http:\/\/localhost:3000\/billing\/demo\/checkout\/cs_/);
    const { status, to } = await shop.press(url, { act: 'pay', card: 'works' });
    expect(status).toBe(303);
    const { pathname, search } = new URL(to!);
    const idToken = 'e30.e30.x';
    const back = await shop.app.inject({
      url: pathname + search,
      cookies: { ...ada.cookies, id_token: idToken },
    });
    expect([back.statusCode, back.headers.location]).toEqual([303, '/plans?checkout=done']);
    const minted = back.cookies.filter(({ name }) => name === 'id_token').at(-1)!;
    const claims = JSON.parse(Buffer.from(minted.value.split('.')[1]!, 'base64url').toString());
    expect(claims.tier).toBe('premium');
    const inAMonth = new Date();
    inAMonth.setUTCDate(inAMonth.getUTCDate() + 28);
    const profile = await shop.profileOf(ada);
    expect(profile).toEqual({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionExpiresAt: expect.any(String),
      subscriptionEnds: false,
    });
    expect(Date.parse(profile.subscriptionExpiresAt as string)).toBeGreaterThan(
      inAMonth.getTime() - 60_000,
    );
  });

  it.runIf(isRunOfAllTests())('can be bought annually and switched between cycles', async () => {
    await shop.buy(ada, 'works', 'annual');
    const portal = await shop.portal(ada);
    const change = (cycle: string) =>
      shop.press(portal, { act: 'plan', price: `price_demo_${cycle}` });
    const daysLeft = async () => {
      const { subscriptionExpiresAt } = await shop.profileOf(ada);
      return Math.round((Date.parse(subscriptionExpiresAt as string) - Date.now()) / 86_400_000);
    };
    expect(await daysLeft()).toBeOneOf([365, 366]);
    for (const cycle of ['annual', 'weekly']) expect((await change(cycle)).status).toBe(402);

    expect((await change('monthly')).text).toContain('Changed. Your plan is now $2.99 per month.');
    await vi.waitFor(async () => expect(await daysLeft()).toBeLessThanOrEqual(31), SOON);
    expect((await change('annual')).text).toContain('Change to $2.99 per month');
    await vi.waitFor(async () => expect(await daysLeft()).toBeOneOf([365, 366]), SOON);
    expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });

    // The plan cannot be changed if the subscription is set to end, the card is declined, or a payment is due.
    await shop.press(portal, { act: 'cancel' });
    expect((await change('monthly')).text).toContain('Resume it first');
    await shop.press(portal, { act: 'resume' });
    await shop.press(portal, { act: 'card', card: 'failsLater' });
    expect((await change('monthly')).text).toContain('so your plan hasn’t changed.');
    await shop.press(portal, { act: 'pass' });
    expect((await change('monthly')).text).toContain('Update your card first');
  });

  it('becomes active by the event if the reader returns signed out and then signs in', async () => {
    const { to } = await shop.press(await shop.checkout(ada), { act: 'pay', card: 'works' });
    const back = await shop.app.inject({ url: to!.slice('http://localhost:3000'.length) });
    const { pathname, searchParams } = new URL(back.headers.location!, 'http://localhost');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/auth',
      { redirect: '/plans?checkout=pending', checkout: 'signed-out' },
    ]);
    await vi.waitFor(
      async () => expect(await shop.profileOf(ada)).toMatchObject({ subscriptionTier: 'premium' }),
      SOON,
    );
    await vi.waitFor(async () => {
      const events = await eventsOf(ada);
      expect(events.map(({ type }) => type).toSorted()).toEqual([
        'checkout.session.completed',
        'customer.subscription.created',
        'invoice.paid',
      ]);
      expect(events.every(({ doneAt }) => doneAt !== null)).toBe(true);
    }, SOON);
  });

  it('is inactive after a declined card, and the same checkout accepts another card', async () => {
    const url = await shop.checkout(ada);
    const { status, text } = await shop.press(url, { act: 'pay', card: 'fails' });
    expect(status).toBe(402);
    expect(text).toContain('Your card was declined, and you weren’t charged. Try another card.');
    expect(await shop.profileOf(ada)).toMatchObject({ subscriptionTier: 'free' });
    expect((await shop.press(url, { act: 'pay', card: 'works' })).status).toBe(303);
    expect((await shop.press(url, { act: 'pay', card: 'works' })).status).toBe(404);
  });

  it('returns readers who cancel to the previous page', async () => {
    const response = await call('POST', '/subscriptions/checkout', {
      billingCycle: 'annual',
      returnTo: '/plans?from=%2FVera%2Fice',
    });
    const { to } = await shop.press(response.json().data.sessionUrl, { act: 'leave' });
    const { pathname, search } = new URL(to!);
    const back = await shop.app.inject({ url: pathname + search, cookies: ada.cookies });
    expect(back.headers.location).toBe('/plans?from=%2FVera%2Fice&checkout=given-up');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'does not redirect to %s',
    async (to) => {
      const url = `/subscriptions/return?to=${encodeURIComponent(to)}`;
      expect((await shop.app.inject({ url, cookies: ada.cookies })).headers.location).toBe('/');
    },
  );

  it('has one open checkout at a time, reused for the same order', async () => {
    const [first, second] = await Promise.all([shop.checkout(ada), shop.checkout(ada)]);
    expect(second).toBe(first);
    const annual = await shop.checkout(ada, 'annual');
    expect(annual).not.toBe(first);
    expect((await shop.press(first, { act: 'pay', card: 'works' })).status).toBe(404);
    expect((await shop.press(annual, { act: 'pay', card: 'works' })).status).toBe(303);
  });

  it('cannot be bought twice', async () => {
    await shop.buy(ada);
    const again = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
    expect([again.statusCode, again.json().error]).toEqual([
      409,
      'You already have Premium. You can manage it in Settings.',
    ]);
  });

  it.each(['unpaid', 'paused'])(
    'cannot be bought with a subscription that is %s',
    async (status) => {
      await shop.buy(ada);
      const { queries } = shop.database;
      await queries
        .update(demoBillingObjects)
        .set({ body: sql`${demoBillingObjects.body} || ${JSON.stringify({ status })}::jsonb` })
        .where(eq(demoBillingObjects.object, 'subscription'));
      const again = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
      expect([again.statusCode, again.json().error]).toEqual([
        409,
        'You already have a paused subscription. You can manage it in Settings.',
      ]);
      expect(await shop.profileOf(ada)).toMatchObject({
        subscriptionTier: 'free',
        subscriptionStatus: status,
      });
    },
  );

  it.each([{}, { billingCycle: 'weekly' }, { billingCycle: 'monthly', price: 1 }])(
    'rejects the order %j',
    async (body) => {
      expect((await call('POST', '/subscriptions/checkout', body)).statusCode).toBe(400);
    },
  );

  it('lasts until the end of the period after a cancellation, and continues if resumed', async () => {
    await shop.buy(ada);
    const portal = await shop.portal(ada);
    await shop.press(portal, { act: 'cancel' });
    await vi.waitFor(
      async () =>
        expect(await shop.profileOf(ada)).toMatchObject({
          subscriptionTier: 'premium',
          subscriptionStatus: 'active',
          subscriptionEnds: true,
        }),
      SOON,
    );
    await shop.press(portal, { act: 'resume' });
    await vi.waitFor(
      async () => expect(await shop.profileOf(ada)).toMatchObject({ subscriptionEnds: false }),
      SOON,
    );
    await shop.press(portal, { act: 'cancel' });
    await shop.press(portal, { act: 'pass' });
    await vi.waitFor(
      async () =>
        expect(await shop.profileOf(ada)).toMatchObject({
          subscriptionTier: 'free',
          subscriptionStatus: 'canceled',
          subscriptionEnds: false,
        }),
      SOON,
    );
    // After the subscription has ended, the reader can buy Premium again.
    await shop.buy(ada);
    expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
    expect(await turns()).toEqual(['started', 'ended', 'started']);
  });

  it('is inactive while a payment is due, and active again once it is paid', async () => {
    await shop.buy(ada, 'failsLater');
    const portal = await shop.portal(ada);
    await shop.press(portal, { act: 'pass' });
    await vi.waitFor(
      async () =>
        expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'past_due' }),
      SOON,
    );
    const again = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
    expect(again.statusCode).toBe(409);
    await shop.press(portal, { act: 'card', card: 'works' });
    await vi.waitFor(
      async () => expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' }),
      SOON,
    );
    // No end was recorded, since a subscription continues while a payment is due.
    expect(await turns()).toEqual(['started']);
  });

  it('is canceled with the account, even if Stripe fails repeatedly', async () => {
    await shop.buy(ada);
    const [before] = (await stripe().events.list()).data;
    const customer = (before!.data.object as { customer: string }).customer;
    const fails = vi
      .spyOn(stripe().subscriptions, 'list')
      .mockRejectedValueOnce(new Error('Down.'));
    const response = await call('POST', '/user/deletion', { confirmation: ada.user.email });
    expect(response.statusCode).toBe(204);
    await vi.waitFor(() => expect(fails).toHaveBeenCalled(), SOON);
    await shop.queue.putClock(1);
    await vi.waitFor(async () => {
      expect(await shop.database.queries.select().from(customersOfDeletedAccounts)).toMatchObject([
        { customerId: customer, leftAt: expect.any(Date) },
      ]);
    }, SOON);
    const { data } = await stripe().subscriptions.list({ customer, status: 'all' });
    expect(data).toMatchObject([{ status: 'canceled' }]);
    // Later events of the deleted customer are dismissed without an error.
    await vi.waitFor(async () => {
      const events = await shop.database.queries.select().from(billingEvents);
      expect(events.length).toBeGreaterThan(0);
      expect(events.every(({ doneAt }) => doneAt !== null)).toBe(true);
    }, SOON);
    // Not earlier, since a job that was enqueued with the later clock would wait for an hour.
    await shop.queue.putClock(0);
    expect(shop.queue.recordedErrors).toEqual([]);
    expect(await turns()).toEqual(['started', 'ended']);
  });

  it('is canceled once if the account is deleted twice at once', async () => {
    await shop.buy(ada);
    await vi.waitFor(async () => expect(await turns()).toEqual(['started']), SOON);
    const confirmation = ada.user.email;
    const responses = await Promise.all(
      [1, 2].map(() => call('POST', '/user/deletion', { confirmation })),
    );
    for (const { statusCode } of responses) expect([204, 401]).toContain(statusCode);
    expect(await turns()).toEqual(['started', 'ended']);
  });

  it('is part of the data export', async () => {
    await shop.buy(ada);
    const file = (await call('GET', '/user/data')).json();
    expect(file.account.subscription).toMatchObject({ status: 'active', ends: false });
    expect(file.paymentCustomers).toEqual([
      { customerId: expect.stringMatching(/^cus_/), createdAt: expect.any(String) },
    ]);
  });

  it.runIf(isRunOfAllTests())('is checked at night if no event arrived', async () => {
    await shop.buy(ada);
    const { queries } = shop.database;
    await vi.waitFor(async () => expect(await eventsOf(ada)).toHaveLength(3), SOON);
    await queries.delete(billingEvents);
    await queries.execute('UPDATE users SET tier = $$free$$, subscription_status = NULL');
    await shop.queue.run(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'billing-reconciliation'",
    );
    await vi.waitFor(async () => expect(await eventsOf(ada)).toHaveLength(3), SOON);
    await vi.waitFor(
      async () => expect(await shop.profileOf(ada)).toMatchObject({ subscriptionTier: 'premium' }),
      SOON,
    );
  });
});

describe('if Premium is not sold', () => {
  it('offers nothing to buy or manage on any page', async () => {
    const test = await createTestApp(await pgliteTestEngine.open(), { SUBSCRIPTIONS: 'false' });
    const ada = await signInTestReader(test.database, 'ada');
    const call = createApiCaller(test, ada);
    const checkout = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
    expect([checkout.statusCode, checkout.json().error]).toEqual([
      403,
      'Premium isn’t available right now.',
    ]);
    expect((await call('POST', '/subscriptions/customer-portal', {})).statusCode).toBe(403);
    const gone = { method: 'POST', url: '/webhooks/stripe' } as const;
    expect((await test.app.inject(gone)).statusCode).toBe(405);
    expect((await test.app.inject('/plans')).body).not.toContain('data-sells-premium');
    await test.close();
  });

  it('marks pages if Premium is sold', async () => {
    const database = await pgliteTestEngine.open();
    const membership = await chooseBilling(readConfig({}), database.queries);
    const test = await createTestApp(database, {}, undefined, undefined, { membership });
    expect((await test.app.inject('/plans')).body).toMatch(
      /^<!doctype html>\n<html [^>]*data-sells-premium/,
    );
    await test.close();
  });
});

describe('the configuration of billing', () => {
  it.each([
    [{ APP_ENV: 'prod', SUBSCRIPTIONS: 'true' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_SECRET_KEY: 'pk_test_x' }, 'STRIPE_SECRET_KEY'],
    [{ APP_ENV: 'prod', STRIPE_SECRET_KEY: 'sk_test_x' }, 'must not be a test key'],
    [{ APP_ENV: 'prod', STRIPE_SECRET_KEY: 'rk_test_x' }, 'must not be a test key'],
  ])('rejects %j and names %s', (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  it.each([
    ['dev', true],
    ['stg', true],
    ['prod', false],
  ])('in %s sells Premium by default: %s', (APP_ENV, isSold) => {
    const prod = {
      ORIGIN: 'https://octavo.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'x',
    };
    expect(readConfig({ APP_ENV, ...prod }).SUBSCRIPTIONS).toBe(isSold);
  });
});
