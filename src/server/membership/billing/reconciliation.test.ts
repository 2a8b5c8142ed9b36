import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { runLockedTransition, setCancelAtPeriodEnd } from '#demo/billing/transitions.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  createTestBillingApp,
  deleteReadersAndBillingRows,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { storeEventAndEnqueueSync } from './events.ts';
import { createBillingJobs } from './jobs.ts';
import { findCustomerId } from './repository.ts';
import { billingEvents } from './schema.ts';
import { syncCustomer } from './sync.ts';

const DAY = 24 * 60 * 60 * 1000;

describe.each(await selectTestDatabaseEngines())('the reconciliation, on $name', ({ open }) => {
  let test: TestBillingApp;
  let ada: TestReader;

  beforeAll(async () => {
    test = await createTestBillingApp(await open());
    // The queue is stopped, since these tests run the jobs themselves, and check the requests to Stripe and the stored
    // rows.
    await test.queue.stop();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await deleteReadersAndBillingRows(test.database);
    test.warnings.length = 0;
    ada = await signInTestReader(test.database, 'ada');
  });

  const getStripe = () => test.membership.billing!.stripe;
  const listEvents = () => test.database.queries.select().from(billingEvents);

  function runJob(
    id: string,
    client: Pick<Stripe, 'events'> = getStripe(),
    warn: () => void = () => {},
  ) {
    const jobs = createBillingJobs(test.database, client as Stripe, { warn });
    return jobs.find((job) => job.id === id)!.work({}, new AbortController().signal);
  }
  /** Runs the job that fetches missed events. `client` replaces Stripe's list of events. */
  const reconcile = (client?: Pick<Stripe, 'events'>) => runJob('billing-reconciliation', client);
  const runUpkeep = (warn?: () => void) => runJob('billing-upkeep', getStripe(), warn);

  /** Creates more than 100 events of a subscription that are `daysAgo` days old. Stripe lists them on two pages. */
  async function createManyEvents(daysAgo: number): Promise<void> {
    await test.buy(ada);
    const { queries } = test.database;
    const customer = (await findCustomerId(queries, ada.user))!;
    const [subscription] = await listCustomerObjects(queries, 'subscription', customer);
    for (const isEnding of [true, false])
      await runLockedTransition(queries, customer, (current, context) =>
        setCancelAtPeriodEnd(current, context, subscription!, isEnding),
      );
    // Each delivery updates the row of its event, so the events are backdated only after all deliveries are complete.
    await vi.waitFor(async () => {
      const pending = await queryRows<unknown>(
        queries,
        sql`SELECT 1 FROM demo_billing WHERE object = 'event' AND (body->>'pending_webhooks')::int > 0`,
      );
      expect(pending).toEqual([]);
    });
    // Most events are copies, since delivering 100 events would take seconds.
    await queries.execute(sql`
      INSERT INTO demo_billing (id, object, customer_id, body)
      SELECT 'evt_copy_' || at, object, customer_id, body || jsonb_build_object('id', 'evt_copy_' || at)
      FROM generate_series(1, 108) AS at, (
        SELECT * FROM demo_billing WHERE object = 'event' ORDER BY created_at DESC, id DESC LIMIT 1) AS last`);
    await queries.execute(sql`
      UPDATE demo_billing SET body = body || jsonb_build_object('created',
        (body->>'created')::bigint - ${daysAgo * 24 * 60 * 60})
      WHERE object = 'event'`);
    await queries.delete(billingEvents);
  }

  /** Returns a Stripe client that fails when the second page of events is requested. */
  function createStripeFailingAtSecondPage(): Pick<Stripe, 'events'> {
    const list = (params: Stripe.EventListParams) =>
      (async function* () {
        const { data, has_more } = await getStripe().events.list(params);
        yield* data;
        if (has_more) throw new Error('Down.');
      })();
    return { events: { list } } as unknown as Pick<Stripe, 'events'>;
  }

  it.runIf(isRunOfAllTests())('fetches missed events even if newer events are known', async () => {
    await createManyEvents(3);
    await expect(reconcile(createStripeFailingAtSecondPage())).rejects.toThrow('Down.');
    expect(await listEvents()).toHaveLength(100);
    // The newest event is stored in advance, as if it had already arrived through the webhook.
    const customerId = (await findCustomerId(test.database.queries, ada.user))!;
    await storeEvent('evt_new', customerId);
    expect(await reconcile()).toMatchObject({ missed: 13 });
    expect(await listEvents()).toHaveLength(114);
  });

  it.runIf(isRunOfAllTests())('starts from its last complete run, minus one day', async () => {
    await createManyEvents(3);
    expect(await reconcile()).toMatchObject({ missed: 113 });
    const list = vi.spyOn(getStripe().events, 'list');
    expect(await reconcile()).toMatchObject({ missed: 0 });
    expect(getOldestRequestedAgeInDays(list.mock.calls)).toBeCloseTo(1, 1);
    list.mockRestore();
  });

  /** Returns the maximum age, in days, of the events that the first of the given requests to Stripe asks for. */
  function getOldestRequestedAgeInDays(
    calls: readonly (readonly [Stripe.EventListParams?, ...unknown[]])[],
  ) {
    const { gte } = calls[0]![0]!.created as { gte: number };
    return (Date.now() - gte * 1000) / DAY;
  }

  it.runIf(isRunOfAllTests())('continues where it failed', async () => {
    await createManyEvents(3);
    await expect(reconcile(createStripeFailingAtSecondPage())).rejects.toThrow('Down.');
    const list = vi.spyOn(getStripe().events, 'list');
    await reconcile();
    // The first run started with the events of 29 days ago and failed. The second run starts one day before the period
    // that failed.
    expect(getOldestRequestedAgeInDays(list.mock.calls)).toBeGreaterThan(3);
    expect(getOldestRequestedAgeInDays(list.mock.calls)).toBeLessThan(4.5);
    list.mockRestore();
  });

  /** Stores a Stripe event about the given customer, with the current time as the event's time. */
  async function storeEvent(id: string, customer: string): Promise<void> {
    const created = Math.floor(Date.now() / 1000);
    const event = { id, type: 'invoice.paid', created, data: { object: { customer } } };
    await storeEventAndEnqueueSync(test.database.queries, event as Stripe.Event);
  }

  /** Stores a Stripe event about a customer, as if Octavo had received the event `daysAgo` days ago. */
  async function storeReceivedEvent(customerId: string, daysAgo = 0): Promise<void> {
    const { queries } = test.database;
    const id = `evt_${customerId}`;
    await storeEvent(id, customerId);
    await queries
      .update(billingEvents)
      .set({ receivedAt: new Date(Date.now() - daysAgo * DAY) })
      .where(eq(billingEvents.id, id));
  }

  it('dismisses events of unknown customers after thirty days, with one warning', async () => {
    await storeReceivedEvent('cus_unknown', 31);
    await storeReceivedEvent('cus_recent', 29);
    const warn = vi.fn();
    expect(await runUpkeep(warn)).toMatchObject({ waiting: 1 });
    expect(await runUpkeep(warn)).toMatchObject({ waiting: 1 });
    expect(warn.mock.calls).toEqual([
      [{ customers: ['cus_unknown'] }, expect.stringContaining('discarded')],
    ]);
  });

  it('keeps retrying for known readers if Stripe is unavailable for thirty days', async () => {
    await test.portal(ada);
    const customer = (await findCustomerId(test.database.queries, ada.user))!;
    await storeReceivedEvent(customer, 31);
    expect(await runUpkeep()).toMatchObject({ waiting: 1 });
  });

  it('syncs readers even if Stripe refuses to list events', async () => {
    await storeReceivedEvent('cus_recent', 1);
    const list = () => {
      throw new Error('This key may not list events.');
    };
    const restricted = { events: { list } } as unknown as Pick<Stripe, 'events'>;
    await expect(reconcile(restricted)).rejects.toThrow('may not list events');
    expect(await runJob('billing-upkeep', restricted)).toMatchObject({ waiting: 1 });
  });

  it('immediately dismisses events of deleted customers and customers of other products', async () => {
    const otherCustomer = await getStripe().customers.create({
      email: 'x@example.org',
      name: 'Of a shop',
    });
    const deletedCustomer = await getStripe().customers.create({ metadata: { reader: 'one' } });
    await getStripe().customers.del(deletedCustomer.id);
    for (const { id } of [otherCustomer, deletedCustomer]) {
      await storeReceivedEvent(id);
      expect(await syncCustomer(test.database, getStripe(), id)).toBe('not ours');
    }
    expect((await listEvents()).filter(({ doneAt }) => !doneAt)).toEqual([]);
  });

  it('waits for a customer whose account is still being created', async () => {
    const { id } = await getStripe().customers.create({ metadata: { reader: ada.user.id } });
    await storeReceivedEvent(id);
    await expect(syncCustomer(test.database, getStripe(), id)).rejects.toThrow(
      'No account matches',
    );
    expect(await runUpkeep()).toMatchObject({ waiting: 1 });
  });
});
