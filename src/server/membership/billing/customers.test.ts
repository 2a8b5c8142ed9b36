import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { demoBillingObjects } from '#demo/billing/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, type TestReader } from '#server/testing/reader.ts';
import {
  createTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { findOrCreateStripeCustomerId } from './customers.ts';
import { findCustomerId } from './repository.ts';
import { billingEvents, customersToDelete, subscriptionStartsAndEnds } from './schema.ts';
import { syncCustomer } from './sync.ts';

const POLL_OPTIONS = { interval: 50 };

describe.each(await selectTestDatabaseEngines())('customers, on $name', ({ open }) => {
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

  const getStripe = () => test.membership.billing!.stripe;
  const call = (...request: Parameters<ReturnType<typeof createApiCaller>>) =>
    createApiCaller(test, ada)(...request);
  const findAdasCustomerId = () => findCustomerId(test.database.queries, ada.user);

  /** Returns a billing connection that creates customers, but withholds Stripe's response until `respond` is called. */
  function createSlowConnection() {
    const created = Promise.withResolvers<string>();
    const responded = Promise.withResolvers<void>();
    const create: Stripe['customers']['create'] = async (...parameters) => {
      const customer = await getStripe().customers.create(
        ...(parameters as Parameters<Stripe['customers']['create']>),
      );
      created.resolve(customer.id);
      await responded.promise;
      return customer;
    };
    const connection = { stripe: { customers: { create } } as unknown as Stripe };
    return { connection, createdId: created.promise, respond: responded.resolve };
  }

  /** Waits until all events of a Stripe customer are delivered and processed. */
  async function waitUntilEventsAreProcessed(customer: string): Promise<void> {
    const { queries } = test.database;
    await vi.waitFor(async () => {
      const storedEvents = await queries
        .select()
        .from(billingEvents)
        .where(eq(billingEvents.customerId, customer));
      const events = await listCustomerObjects(queries, 'event', customer);
      expect(storedEvents).toHaveLength(events.length);
      expect(storedEvents.every(({ doneAt }) => doneAt !== null)).toBe(true);
      const jobs = await test.queue.jobs('billing-sync');
      const customerJobs = jobs.filter(({ data }) => data.customer === customer);
      expect(customerJobs.every(({ state }) => state === 'completed')).toBe(true);
    }, POLL_OPTIONS);
  }

  async function expectDeletionAtStripe(customer: string): Promise<void> {
    await vi.waitFor(async () => {
      expect(await getStripe().customers.retrieve(customer)).toMatchObject({ deleted: true });
      expect(await test.database.queries.select().from(customersToDelete)).toMatchObject([
        { customerId: customer, deletionConfirmedAt: expect.any(Date) },
      ]);
    }, POLL_OPTIONS);
  }

  it('are created once for concurrent requests', async () => {
    const createCustomer = () =>
      findOrCreateStripeCustomerId(test.database, test.membership.billing!, ada.user);
    const [one, other] = await Promise.all([createCustomer(), createCustomer()]);
    expect(one).toBe(other);
    expect(await findAdasCustomerId()).toBe(one);
  });

  it('are deleted if the account is deleted during their creation', async () => {
    const { connection, createdId, respond } = createSlowConnection();
    const creation = findOrCreateStripeCustomerId(test.database, connection, ada.user);
    const rejection = expect(creation).rejects.toThrow();
    const customer = await createdId;
    const deletion = await call('POST', '/user/deletion', { confirmation: ada.user.email });
    expect(deletion.statusCode).toBe(204);
    respond();
    await rejection;
    await expectDeletionAtStripe(customer);
  });

  it('are deleted if they were created twice, for example after a lost lock', async () => {
    const { connection, createdId, respond } = createSlowConnection();
    const lock = { lost: AbortSignal.abort(), release: async () => {} };
    const databaseWithLostLock = { ...test.database, lock: async () => lock };
    const creation = findOrCreateStripeCustomerId(databaseWithLostLock, connection, {
      ...ada.user,
      name: 'Ada L.',
    });
    const second = await createdId;
    const first = await findOrCreateStripeCustomerId(
      test.database,
      test.membership.billing!,
      ada.user,
    );
    expect(first).not.toBe(second);
    respond();
    expect(await creation).toBe(first);
    await expectDeletionAtStripe(second);
    expect(await getStripe().customers.retrieve(first)).not.toHaveProperty('deleted');
  });

  describe('that Stripe does not know', () => {
    /**
     * Deletes the reader's customer at Stripe without an event, as if the Stripe account had been reset. Returns the
     * customer's ID.
     */
    const deleteAtStripe = async () => {
      const customer = (await findAdasCustomerId())!;
      await waitUntilEventsAreProcessed(customer);
      await test.database.queries
        .delete(demoBillingObjects)
        .where(eq(demoBillingObjects.customerId, customer));
      return customer;
    };

    it('lose their subscription and their link to the reader', async () => {
      await test.buy(ada);
      const customer = await deleteAtStripe();
      expect(await syncCustomer(test.database, getStripe(), customer)).toBe('changed');
      expect(await test.profileOf(ada)).toMatchObject({
        subscriptionTier: 'free',
        subscriptionStatus: 'canceled',
      });
      expect(await findAdasCustomerId()).toBeUndefined();
      const rows = await test.database.queries.select().from(subscriptionStartsAndEnds);
      expect(rows.map(({ turn }) => turn).toSorted()).toEqual(['ended', 'started']);
    });

    it('change nothing for readers who never bought', async () => {
      await test.portal(ada);
      const customer = await deleteAtStripe();
      expect(await syncCustomer(test.database, getStripe(), customer)).toBe('unchanged');
      expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: null });
    });

    it('are replaced at the next purchase', async () => {
      await test.buy(ada);
      const previousId = await deleteAtStripe();
      await test.buy(ada);
      expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
      expect(await findAdasCustomerId()).not.toBe(previousId);
    });

    it('are replaced after a deletion at Stripe', async () => {
      await test.buy(ada);
      const previousId = (await findAdasCustomerId())!;
      await getStripe().customers.del(previousId);
      await test.buy(ada);
      expect(await test.profileOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
      expect(await findAdasCustomerId()).not.toBe(previousId);
    });

    it('are replaced when the portal is opened', async () => {
      await test.portal(ada);
      await deleteAtStripe();
      expect(await test.portal(ada)).toMatch(/\/billing\/demo\/portal\/bps_/);
    });
  });
});
