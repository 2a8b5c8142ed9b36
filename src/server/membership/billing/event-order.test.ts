import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { createPrices } from '#demo/billing/stripe-objects.ts';
import {
  advanceClockToPeriodEnd,
  changeCardAndChargePastDue,
  changeSubscriptionPrice,
  InvalidTransitionError,
  payCheckout,
  runLockedTransition,
  setCancelAtPeriodEnd,
} from '#demo/billing/transitions.ts';
import { getEffectiveTier } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { getPropertyTestRunCount } from '../../../../scripts/test-scope.mjs';
import {
  createTestBillingApp,
  deleteReadersAndBillingRows,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { findOrCreateStripeCustomerId } from './customers.ts';
import { recordSubscriptionEndAndEnqueueCustomerDeletion } from './jobs.ts';
import { customers } from './schema.ts';
import { syncCustomer } from './sync.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** The changes that the test makes to a subscription, in random order. */
const CHANGES = ['cancel', 'resume', 'pass', 'breakCard', 'mendCard', 'changePlan', 'buy'] as const;
type Change = (typeof CHANGES)[number];

/**
 * A model of the subscription that computes its expected state. It implements the rules of the product specification
 * without events or storage.
 */
class Model {
  status: 'none' | 'active' | 'past_due' | 'canceled' = 'none';
  ends = false;
  cardWorks = true;

  apply(change: Change): void {
    const isLive = this.status === 'active' || this.status === 'past_due';
    if (change === 'breakCard') this.cardWorks = false;
    if (change === 'mendCard') {
      this.cardWorks = true;
      if (this.status === 'past_due') this.status = 'active';
    }
    if (change === 'buy' && !isLive)
      Object.assign(this, { status: 'active', ends: false, cardWorks: true });
    if (change === 'cancel' && isLive) this.ends = true;
    if (change === 'resume' && isLive) this.ends = false;
    if (change === 'pass' && isLive) {
      if (this.ends || this.status === 'past_due')
        Object.assign(this, { status: 'canceled', ends: false });
      else if (!this.cardWorks) this.status = 'past_due';
    }
  }
}

const PRICES = createPrices({ monthly: 'm', annual: 'a' });

/** Ignores {@link InvalidTransitionError}, which is thrown before anything is changed. */
function ignoreInvalidTransition(error: unknown): void {
  if (!(error instanceof InvalidTransitionError)) throw error;
}

describe.each(databases)('events in random order, on $name', ({ name, open }) => {
  let test: TestBillingApp;
  let otherDatabase: Database;
  let ada: TestReader;
  let customer: string;

  beforeAll(async () => {
    test = await createTestBillingApp(await open());
    // The queue is stopped, since this test delivers the events itself.
    await test.queue.stop();
    otherDatabase =
      name === 'PostgreSQL' ? await openSecondConnection(test.database) : test.database;
  });
  afterAll(async () => {
    if (otherDatabase !== test.database) await otherDatabase.close();
    await test.close();
  });
  beforeEach(async () => {
    await deleteReadersAndBillingRows(test.database);
    ada = await signInTestReader(test.database, 'ada');
    customer = await findOrCreateStripeCustomerId(
      test.database,
      test.membership.billing!,
      ada.user,
    );
  });

  const getStripe = (): Stripe => test.membership.billing!.stripe;

  async function applyChange(change: Change): Promise<void> {
    const { queries } = test.database;
    const [subscription] = await listCustomerObjects(queries, 'subscription', customer);
    const isLive = subscription !== undefined && subscription.ended_at === null;
    if (change === 'buy') {
      if (isLive) return;
      const [id] = (await test.checkout(ada)).split('/').slice(-1);
      await runLockedTransition(queries, customer, (current, context) =>
        payCheckout(current, context, id!, 'works'),
      );
      return;
    }
    await runLockedTransition(queries, customer, async (current, context) => {
      if (change === 'breakCard') await context.save({ ...current, card: 'failsLater' });
      else if (change === 'mendCard') {
        await changeCardAndChargePastDue(current, context, 'works');
      } else if (!isLive) return;
      else if (change === 'pass') await advanceClockToPeriodEnd(current, context);
      else if (change === 'changePlan') {
        const currentPriceId = subscription.items.data[0].price.id;
        const otherPrice = PRICES.find(({ id }) => id !== currentPriceId)!;
        await changeSubscriptionPrice(current, context, subscription, otherPrice).catch(
          ignoreInvalidTransition,
        );
      } else await setCancelAtPeriodEnd(current, context, subscription, change === 'cancel');
    });
  }

  async function findAccount() {
    const [user] = await test.database.queries
      .select()
      .from(users)
      .where(eq(users.id, ada.user.id));
    return user!;
  }

  it('always end in the subscription’s current state', async () => {
    const step = fc.record({
      change: fc.constantFrom(...CHANGES),
      /**
       * One boolean for each sync that follows the change: true if the sync uses the second database connection, as
       * another process would.
       */
      syncs: fc.array(fc.boolean(), { maxLength: 3 }),
    });
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const model = new Model();
          const pendingSyncs: Promise<unknown>[] = [];
          for (const { change, syncs } of steps) {
            await applyChange(change);
            model.apply(change);
            // The sync is not awaited, so that the next change happens while it runs.
            for (const isInOtherDatabase of syncs)
              pendingSyncs.push(
                syncCustomer(
                  isInOtherDatabase ? otherDatabase : test.database,
                  getStripe(),
                  customer,
                ),
              );
          }
          // Stripe eventually delivers the last event, so the test starts one more sync after all changes.
          pendingSyncs.push(syncCustomer(otherDatabase, getStripe(), customer));
          await Promise.all(pendingSyncs);
          const user = await findAccount();
          expect({
            status: user.subscriptionStatus ?? 'none',
            ends: user.subscriptionEnds,
            tier: getEffectiveTier(user),
          }).toEqual({
            status: model.status,
            ends: model.ends,
            tier: model.status === 'active' ? 'premium' : 'free',
          });
        })
        .beforeEach(async () => {
          await deleteReadersAndBillingRows(test.database);
          ada = await signInTestReader(test.database, 'ada');
          customer = await findOrCreateStripeCustomerId(
            test.database,
            test.membership.billing!,
            ada.user,
          );
        }),
      { numRuns: getPropertyTestRunCount(1, 25) },
    );
  });

  it('do not block an account deletion', async () => {
    await applyChange('buy');
    let sync: ReturnType<typeof syncCustomer> | undefined;
    await test.database.queries.transaction(async (transaction) => {
      await recordSubscriptionEndAndEnqueueCustomerDeletion(
        transaction,
        await lockAccountOrThrow(transaction, ada.user),
      );
      sync = syncCustomer(otherDatabase, getStripe(), customer);
      // Waits until the lock on the account, which the deletion holds, blocks the sync. If the database has a single
      // connection, the sync is blocked even before its first query.
      if (name === 'PostgreSQL')
        await vi.waitFor(async () => {
          const blockedQueries = await otherDatabase.queries
            .select({ pid: sql`pid` })
            .from(sql`pg_stat_activity`)
            .where(sql`datname = current_database() AND wait_event_type = 'Lock'`);
          expect(blockedQueries).toHaveLength(1);
        });
      await transaction.delete(customers).where(eq(customers.customerId, customer));
    });
    expect(['unchanged', 'has left']).toContain(await sync);
  });

  it('do not let an earlier response overwrite a later one', async () => {
    await applyChange('buy');
    const subscriptions = getStripe().subscriptions;
    const outdatedResponse = await subscriptions.list({ customer, status: 'all', limit: 100 });
    const requested = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    // The first sync uses this Stripe client, which returns an outdated response only after the second sync has
    // finished. Both syncs run without a lock, as if the first one had lost its lock.
    const slowStripe = {
      subscriptions: {
        list: async () => {
          requested.resolve();
          await gate.promise;
          return outdatedResponse;
        },
      },
    } as unknown as Stripe;
    const databaseWithoutLock = {
      ...test.database,
      lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    };
    const firstSync = syncCustomer(databaseWithoutLock, slowStripe, customer);
    await requested.promise;
    await applyChange('cancel');
    await applyChange('pass');
    await syncCustomer(databaseWithoutLock, getStripe(), customer);
    expect((await findAccount()).subscriptionStatus).toBe('canceled');
    gate.resolve();
    expect(await firstSync).toBe('unchanged');
    expect((await findAccount()).subscriptionStatus).toBe('canceled');
  });
});
