import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { demoBillingObjects } from '#demo/billing/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, type TestReader } from '#server/testing/reader.ts';
import {
  openTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { findOrCreateStripeCustomerId } from './customers.ts';
import { findCustomerId } from './repository.ts';
import { billingEvents, customersOfDeletedAccounts, subscriptionStartsAndEnds } from './schema.ts';
import { syncCustomer } from './sync.ts';

const SOON = { interval: 50 };

describe.each(await selectTestDatabaseEngines())('customers, on $name', ({ open }) => {
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

  const stripe = () => shop.membership.billing!.stripe;
  const call = (...request: Parameters<ReturnType<typeof createApiCaller>>) =>
    createApiCaller(shop, ada)(...request);
  const customerOfAda = () => findCustomerId(shop.database.queries, ada.user);

  /** Returns a Stripe client whose call to create a customer responds only after `open` is called. */
  function gate() {
    const made = Promise.withResolvers<string>();
    const opened = Promise.withResolvers<void>();
    const create: Stripe['customers']['create'] = async (...sent) => {
      const customer = await stripe().customers.create(
        ...(sent as Parameters<Stripe['customers']['create']>),
      );
      made.resolve(customer.id);
      await opened.promise;
      return customer;
    };
    const slow = { stripe: { customers: { create } } as unknown as Stripe };
    return { slow, made: made.promise, open: opened.resolve };
  }

  /** Waits until all events of a Stripe customer are delivered and processed. */
  async function untilQuiet(customer: string): Promise<void> {
    const { queries } = shop.database;
    await vi.waitFor(async () => {
      const told = await queries
        .select()
        .from(billingEvents)
        .where(eq(billingEvents.customerId, customer));
      const happened = await listCustomerObjects(queries, 'event', customer);
      expect(told).toHaveLength(happened.length);
      expect(told.every(({ doneAt }) => doneAt !== null)).toBe(true);
      const jobs = await shop.queue.jobs('billing-sync');
      const theirs = jobs.filter(({ data }) => data.customer === customer);
      expect(theirs.every(({ state }) => state === 'completed')).toBe(true);
    }, SOON);
  }

  async function leavesStripe(customer: string): Promise<void> {
    await vi.waitFor(async () => {
      expect(await stripe().customers.retrieve(customer)).toMatchObject({ deleted: true });
      expect(await shop.database.queries.select().from(customersOfDeletedAccounts)).toMatchObject([
        { customerId: customer, leftAt: expect.any(Date) },
      ]);
    }, SOON);
  }

  it('are created once for concurrent requests', async () => {
    const make = () =>
      findOrCreateStripeCustomerId(shop.database, shop.membership.billing!, ada.user);
    const [one, other] = await Promise.all([make(), make()]);
    expect(one).toBe(other);
    expect(await customerOfAda()).toBe(one);
  });

  it('are deleted if the account is deleted during their creation', async () => {
    const { slow, made, open: letIn } = gate();
    const late = findOrCreateStripeCustomerId(shop.database, slow, ada.user);
    const refused = expect(late).rejects.toThrow();
    const customer = await made;
    const deletion = await call('POST', '/user/deletion', { confirmation: ada.user.email });
    expect(deletion.statusCode).toBe(204);
    letIn();
    await refused;
    await leavesStripe(customer);
  });

  it('are deleted if they were created twice, for example after a lost lock', async () => {
    const { slow, made, open: letIn } = gate();
    const lost = { lost: AbortSignal.abort(), release: async () => {} };
    const unlocked = { ...shop.database, lock: async () => lost };
    const late = findOrCreateStripeCustomerId(unlocked, slow, { ...ada.user, name: 'Ada L.' });
    const second = await made;
    const first = await findOrCreateStripeCustomerId(
      shop.database,
      shop.membership.billing!,
      ada.user,
    );
    expect(first).not.toBe(second);
    letIn();
    expect(await late).toBe(first);
    await leavesStripe(second);
    expect(await stripe().customers.retrieve(first)).not.toHaveProperty('deleted');
  });

  describe('that Stripe does not know', () => {
    /**
     * Deletes the reader's customer at Stripe without an event, as if the Stripe account had been reset. Returns the
     * customer's ID.
     */
    const forget = async () => {
      const customer = (await customerOfAda())!;
      await untilQuiet(customer);
      await shop.database.queries
        .delete(demoBillingObjects)
        .where(eq(demoBillingObjects.customerId, customer));
      return customer;
    };

    it('lose their subscription and their link to the reader', async () => {
      await shop.buy(ada);
      const customer = await forget();
      expect(await syncCustomer(shop.database, stripe(), customer)).toBe('changed');
      expect(await shop.profileOf(ada)).toMatchObject({
        subscriptionTier: 'free',
        subscriptionStatus: 'canceled',
      });
      expect(await customerOfAda()).toBeUndefined();
      const turns = await shop.database.queries.select().from(subscriptionStartsAndEnds);
      expect(turns.map(({ turn }) => turn).toSorted()).toEqual(['ended', 'started']);
    });

    it('change nothing for readers who never bought', async () => {
      await shop.portal(ada);
      const customer = await forget();
      expect(await syncCustomer(shop.database, stripe(), customer)).toBe('unchanged');
      expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: null });
    });

    it('are replaced at the next purchase', async () => {
      await shop.buy(ada);
      const former = await forget();
      await shop.buy(ada);
      expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
      expect(await customerOfAda()).not.toBe(former);
    });

    it('are replaced after a deletion at Stripe', async () => {
      await shop.buy(ada);
      const former = (await customerOfAda())!;
      await stripe().customers.del(former);
      await shop.buy(ada);
      expect(await shop.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
      expect(await customerOfAda()).not.toBe(former);
    });

    it('are replaced when the portal is opened', async () => {
      await shop.portal(ada);
      await forget();
      expect(await shop.portal(ada)).toMatch(/\/billing\/demo\/portal\/bps_/);
    });
  });
});
