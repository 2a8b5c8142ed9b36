import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoBillingObjects } from '#demo/billing/schema.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  createTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { chooseBilling } from './choose-billing.ts';
import { findCustomerId } from './repository.ts';
import { billingEvents, customersToDelete, subscriptionStartsAndEnds } from './schema.ts';

const POLL_OPTIONS = { interval: 50 };

describe.each(await selectTestDatabaseEngines())('Premium, on $name', ({ open }) => {
  let test: TestBillingApp;
  let ada: TestReader;

  beforeAll(async () => {
    test = await createTestBillingApp(await open());
  });
  afterAll(async () => {
    await test.close();
  });
  beforeEach(async () => {
    ada = await replaceReadersWithOne(test);
  });

  const call = (...request: Parameters<ReturnType<typeof createApiCaller>>) =>
    createApiCaller(test, ada)(...request);
  /**
   * Returns the stored Stripe events about one reader. Events about other readers are excluded, because events from
   * earlier tests may still arrive.
   */
  const listEvents = async ({ user }: TestReader) => {
    const { queries } = test.database;
    const customerId = (await findCustomerId(queries, user))!;
    return queries.select().from(billingEvents).where(eq(billingEvents.customerId, customerId));
  };
  /** Lists the starts and ends of subscriptions that were recorded for statistics, oldest first. */
  const listStartsAndEnds = async () => {
    const rows = await test.database.queries
      .select()
      .from(subscriptionStartsAndEnds)
      .orderBy(subscriptionStartsAndEnds.id);
    return rows.map(({ turn }) => turn);
  };
  const getStripe = () => test.membership.billing!.stripe;

  it('can be bought monthly and is active when the reader returns', async () => {
    const url = await test.checkout(ada);
    expect(url).toMatch(/^http:\/\/localhost:3000\/billing\/demo\/checkout\/cs_/);
    const { status, to } = await test.press(url, { act: 'pay', card: 'works' });
    expect(status).toBe(303);
    const { pathname, search } = new URL(to!);
    const idToken = 'e30.e30.x';
    const returnResponse = await test.app.inject({
      url: pathname + search,
      cookies: { ...ada.cookies, id_token: idToken },
    });
    expect([returnResponse.statusCode, returnResponse.headers.location]).toEqual([
      303,
      '/plans?checkout=done',
    ]);
    const idTokenCookie = returnResponse.cookies.filter(({ name }) => name === 'id_token').at(-1)!;
    const claims = JSON.parse(
      Buffer.from(idTokenCookie.value.split('.')[1]!, 'base64url').toString(),
    );
    expect(claims.tier).toBe('premium');
    const inAMonth = new Date();
    inAMonth.setUTCDate(inAMonth.getUTCDate() + 28);
    const profile = await test.profileOf(ada);
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
    await test.buy(ada, 'works', 'annual');
    const portal = await test.portal(ada);
    const changePlan = (cycle: string) =>
      test.press(portal, { act: 'plan', price: `price_demo_${cycle}` });
    const countDaysLeft = async () => {
      const { subscriptionExpiresAt } = await test.profileOf(ada);
      return Math.round((Date.parse(subscriptionExpiresAt as string) - Date.now()) / 86_400_000);
    };
    expect(await countDaysLeft()).toBeOneOf([365, 366]);
    for (const cycle of ['annual', 'weekly']) expect((await changePlan(cycle)).status).toBe(402);

    expect((await changePlan('monthly')).text).toContain(
      'Changed. Your plan is now $2.99 per month.',
    );
    await vi.waitFor(
      async () => expect(await countDaysLeft()).toBeLessThanOrEqual(31),
      POLL_OPTIONS,
    );
    expect((await changePlan('annual')).text).toContain('Change to $2.99 per month');
    await vi.waitFor(async () => expect(await countDaysLeft()).toBeOneOf([365, 366]), POLL_OPTIONS);
    expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });

    // The plan cannot be changed if the subscription is set to end, the card is declined, or a payment is due.
    await test.press(portal, { act: 'cancel' });
    expect((await changePlan('monthly')).text).toContain('Resume it first');
    await test.press(portal, { act: 'resume' });
    await test.press(portal, { act: 'card', card: 'failsLater' });
    expect((await changePlan('monthly')).text).toContain('so your plan hasn’t changed.');
    await test.press(portal, { act: 'pass' });
    expect((await changePlan('monthly')).text).toContain('Update your card first');
  });

  it('becomes active by the event if the reader returns signed out and then signs in', async () => {
    const { to } = await test.press(await test.checkout(ada), { act: 'pay', card: 'works' });
    const returnResponse = await test.app.inject({
      url: to!.slice('http://localhost:3000'.length),
    });
    const { pathname, searchParams } = new URL(
      returnResponse.headers.location!,
      'http://localhost',
    );
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/auth',
      { redirect: '/plans?checkout=pending', checkout: 'signed-out' },
    ]);
    await vi.waitFor(
      async () => expect(await test.profileOf(ada)).toMatchObject({ subscriptionTier: 'premium' }),
      POLL_OPTIONS,
    );
    await vi.waitFor(async () => {
      const events = await listEvents(ada);
      expect(events.map(({ type }) => type).toSorted()).toEqual([
        'checkout.session.completed',
        'customer.subscription.created',
        'invoice.paid',
      ]);
      expect(events.every(({ doneAt }) => doneAt !== null)).toBe(true);
    }, POLL_OPTIONS);
  });

  it('is inactive after a declined card, and the same checkout accepts another card', async () => {
    const url = await test.checkout(ada);
    const { status, text } = await test.press(url, { act: 'pay', card: 'fails' });
    expect(status).toBe(402);
    expect(text).toContain('Your card was declined, and you weren’t charged. Try another card.');
    expect(await test.profileOf(ada)).toMatchObject({ subscriptionTier: 'free' });
    expect((await test.press(url, { act: 'pay', card: 'works' })).status).toBe(303);
    expect((await test.press(url, { act: 'pay', card: 'works' })).status).toBe(404);
  });

  it('returns readers who cancel to the previous page', async () => {
    const response = await call('POST', '/subscriptions/checkout', {
      billingCycle: 'annual',
      returnTo: '/plans?from=%2FVera%2Fice',
    });
    const { to } = await test.press(response.json().data.sessionUrl, { act: 'leave' });
    const { pathname, search } = new URL(to!);
    const returnResponse = await test.app.inject({ url: pathname + search, cookies: ada.cookies });
    expect(returnResponse.headers.location).toBe('/plans?from=%2FVera%2Fice&checkout=given-up');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'does not redirect to %s',
    async (to) => {
      const url = `/subscriptions/return?to=${encodeURIComponent(to)}`;
      expect((await test.app.inject({ url, cookies: ada.cookies })).headers.location).toBe('/');
    },
  );

  it('has one open checkout at a time, reused for the same order', async () => {
    const [first, second] = await Promise.all([test.checkout(ada), test.checkout(ada)]);
    expect(second).toBe(first);
    const annual = await test.checkout(ada, 'annual');
    expect(annual).not.toBe(first);
    expect((await test.press(first, { act: 'pay', card: 'works' })).status).toBe(404);
    expect((await test.press(annual, { act: 'pay', card: 'works' })).status).toBe(303);
  });

  it('cannot be bought twice', async () => {
    await test.buy(ada);
    const response = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      'You already have Premium. You can manage it in Settings.',
    ]);
  });

  it.each(['unpaid', 'paused'])(
    'cannot be bought with a subscription that is %s',
    async (status) => {
      await test.buy(ada);
      const { queries } = test.database;
      await queries
        .update(demoBillingObjects)
        .set({ body: sql`${demoBillingObjects.body} || ${JSON.stringify({ status })}::jsonb` })
        .where(eq(demoBillingObjects.object, 'subscription'));
      const response = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
      expect([response.statusCode, response.json().error]).toEqual([
        409,
        'You already have a paused subscription. You can manage it in Settings.',
      ]);
      expect(await test.profileOf(ada)).toMatchObject({
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
    await test.buy(ada);
    const portal = await test.portal(ada);
    await test.press(portal, { act: 'cancel' });
    await vi.waitFor(
      async () =>
        expect(await test.profileOf(ada)).toMatchObject({
          subscriptionTier: 'premium',
          subscriptionStatus: 'active',
          subscriptionEnds: true,
        }),
      POLL_OPTIONS,
    );
    await test.press(portal, { act: 'resume' });
    await vi.waitFor(
      async () => expect(await test.profileOf(ada)).toMatchObject({ subscriptionEnds: false }),
      POLL_OPTIONS,
    );
    await test.press(portal, { act: 'cancel' });
    await test.press(portal, { act: 'pass' });
    await vi.waitFor(
      async () =>
        expect(await test.profileOf(ada)).toMatchObject({
          subscriptionTier: 'free',
          subscriptionStatus: 'canceled',
          subscriptionEnds: false,
        }),
      POLL_OPTIONS,
    );
    // After the subscription has ended, the reader can buy Premium again.
    await test.buy(ada);
    expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
    expect(await listStartsAndEnds()).toEqual(['started', 'ended', 'started']);
  });

  it('is inactive while a payment is due, and active again once it is paid', async () => {
    await test.buy(ada, 'failsLater');
    const portal = await test.portal(ada);
    await test.press(portal, { act: 'pass' });
    await vi.waitFor(
      async () =>
        expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'past_due' }),
      POLL_OPTIONS,
    );
    const response = await call('POST', '/subscriptions/checkout', { billingCycle: 'monthly' });
    expect(response.statusCode).toBe(409);
    await test.press(portal, { act: 'card', card: 'works' });
    await vi.waitFor(
      async () => expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' }),
      POLL_OPTIONS,
    );
    // No end was recorded, since a subscription continues while a payment is due.
    expect(await listStartsAndEnds()).toEqual(['started']);
  });

  it('is canceled with the account, even if Stripe fails repeatedly', async () => {
    await test.buy(ada);
    const [event] = (await getStripe().events.list()).data;
    const customer = (event!.data.object as { customer: string }).customer;
    const listSpy = vi
      .spyOn(getStripe().subscriptions, 'list')
      .mockRejectedValueOnce(new Error('Down.'));
    const response = await call('POST', '/user/deletion', { confirmation: ada.user.email });
    expect(response.statusCode).toBe(204);
    await vi.waitFor(() => expect(listSpy).toHaveBeenCalled(), POLL_OPTIONS);
    await test.queue.setClockOffset(1);
    await vi.waitFor(async () => {
      expect(await test.database.queries.select().from(customersToDelete)).toMatchObject([
        { customerId: customer, deletionConfirmedAt: expect.any(Date) },
      ]);
    }, POLL_OPTIONS);
    const { data } = await getStripe().subscriptions.list({ customer, status: 'all' });
    expect(data).toMatchObject([{ status: 'canceled' }]);
    // Later events of the deleted customer are dismissed without an error.
    await vi.waitFor(async () => {
      const events = await test.database.queries.select().from(billingEvents);
      expect(events.length).toBeGreaterThan(0);
      expect(events.every(({ doneAt }) => doneAt !== null)).toBe(true);
    }, POLL_OPTIONS);
    // The clock is not reset earlier. Otherwise, a job that was enqueued while the clock was ahead would wait for an
    // hour.
    await test.queue.setClockOffset(0);
    expect(test.queue.recordedErrors).toEqual([]);
    expect(await listStartsAndEnds()).toEqual(['started', 'ended']);
  });

  it('is canceled once if the account is deleted twice at once', async () => {
    await test.buy(ada);
    await vi.waitFor(
      async () => expect(await listStartsAndEnds()).toEqual(['started']),
      POLL_OPTIONS,
    );
    const confirmation = ada.user.email;
    const responses = await Promise.all(
      [1, 2].map(() => call('POST', '/user/deletion', { confirmation })),
    );
    for (const { statusCode } of responses) expect([204, 401]).toContain(statusCode);
    expect(await listStartsAndEnds()).toEqual(['started', 'ended']);
  });

  it('is part of the data export', async () => {
    await test.buy(ada);
    const file = (await call('GET', '/user/data')).json();
    expect(file.account.subscription).toMatchObject({ status: 'active', ends: false });
    expect(file.paymentCustomers).toEqual([
      { customerId: expect.stringMatching(/^cus_/), createdAt: expect.any(String) },
    ]);
  });

  it.runIf(isRunOfAllTests())('is checked at night if no event arrived', async () => {
    await test.buy(ada);
    const { queries } = test.database;
    await vi.waitFor(async () => expect(await listEvents(ada)).toHaveLength(3), POLL_OPTIONS);
    await queries.delete(billingEvents);
    await queries.execute('UPDATE users SET tier = $$free$$, subscription_status = NULL');
    await test.queue.run(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'billing-reconciliation'",
    );
    await vi.waitFor(async () => expect(await listEvents(ada)).toHaveLength(3), POLL_OPTIONS);
    await vi.waitFor(
      async () => expect(await test.profileOf(ada)).toMatchObject({ subscriptionTier: 'premium' }),
      POLL_OPTIONS,
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
    const request = { method: 'POST', url: '/webhooks/stripe' } as const;
    expect((await test.app.inject(request)).statusCode).toBe(405);
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
