import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listCustomerObjects } from '#demo/billing/repository.ts';
import { createPrices } from '#demo/billing/stripe-objects.ts';
import {
  advanceToPeriodEnd,
  changeCardAndChargePastDue,
  changePrice,
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
import { propertyRuns } from '../../../../scripts/test-scope.mjs';
import {
  deleteReadersAndBillingRows,
  openTestBillingApp,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { findOrCreateStripeCustomerId } from './customers.ts';
import { enqueueDeletionOfReadersCustomer } from './jobs.ts';
import { customers } from './schema.ts';
import { syncCustomer } from './sync.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** The changes that the test makes to a subscription, in random order. */
const HAPPENINGS = [
  'cancel',
  'resume',
  'pass',
  'breakCard',
  'mendCard',
  'changePlan',
  'buy',
] as const;
type Happening = (typeof HAPPENINGS)[number];

/**
 * A model of the subscription that computes its expected state. It implements the rules of the specification without
 * events or storage.
 */
class Model {
  status: 'none' | 'active' | 'past_due' | 'canceled' = 'none';
  ends = false;
  cardWorks = true;

  apply(happening: Happening): void {
    const isLive = this.status === 'active' || this.status === 'past_due';
    if (happening === 'breakCard') this.cardWorks = false;
    if (happening === 'mendCard') {
      this.cardWorks = true;
      if (this.status === 'past_due') this.status = 'active';
    }
    if (happening === 'buy' && !isLive)
      Object.assign(this, { status: 'active', ends: false, cardWorks: true });
    if (happening === 'cancel' && isLive) this.ends = true;
    if (happening === 'resume' && isLive) this.ends = false;
    if (happening === 'pass' && isLive) {
      if (this.ends || this.status === 'past_due')
        Object.assign(this, { status: 'canceled', ends: false });
      else if (!this.cardWorks) this.status = 'past_due';
    }
  }
}

const PRICES = createPrices({ monthly: 'm', annual: 'a' });

/** Ignores {@link InvalidTransitionError}, which is thrown before anything is changed. */
function unlessImpossible(error: unknown): void {
  if (!(error instanceof InvalidTransitionError)) throw error;
}

describe.each(databases)('events in random order, on $name', ({ name, open }) => {
  let shop: TestBillingApp;
  let other: Database;
  let ada: TestReader;
  let customer: string;

  beforeAll(async () => {
    shop = await openTestBillingApp(await open());
    // The queue is stopped, since this test delivers the events itself.
    await shop.queue.stop();
    other = name === 'PostgreSQL' ? await openSecondConnection(shop.database) : shop.database;
  });
  afterAll(async () => {
    if (other !== shop.database) await other.close();
    await shop.close();
  });
  beforeEach(async () => {
    await deleteReadersAndBillingRows(shop.database);
    ada = await signInTestReader(shop.database, 'ada');
    customer = await findOrCreateStripeCustomerId(
      shop.database,
      shop.membership.billing!,
      ada.user,
    );
  });

  const stripe = (): Stripe => shop.membership.billing!.stripe;

  async function happen(happening: Happening): Promise<void> {
    const { queries } = shop.database;
    const [subscription] = await listCustomerObjects(queries, 'subscription', customer);
    const isLive = subscription !== undefined && subscription.ended_at === null;
    if (happening === 'buy') {
      if (isLive) return;
      const [id] = (await shop.checkout(ada)).split('/').slice(-1);
      await runLockedTransition(queries, customer, (now, scene) =>
        payCheckout(now, scene, id!, 'works'),
      );
      return;
    }
    await runLockedTransition(queries, customer, async (now, scene) => {
      if (happening === 'breakCard') await scene.save({ ...now, card: 'failsLater' });
      else if (happening === 'mendCard') {
        await changeCardAndChargePastDue(now, scene, 'works');
      } else if (!isLive) return;
      else if (happening === 'pass') await advanceToPeriodEnd(now, scene);
      else if (happening === 'changePlan') {
        const held = subscription.items.data[0].price.id;
        const another = PRICES.find(({ id }) => id !== held)!;
        await changePrice(now, scene, subscription, another).catch(unlessImpossible);
      } else await setCancelAtPeriodEnd(now, scene, subscription, happening === 'cancel');
    });
  }

  async function account() {
    const [user] = await shop.database.queries
      .select()
      .from(users)
      .where(eq(users.id, ada.user.id));
    return user!;
  }

  it('always end in the subscription’s current state', async () => {
    const step = fc.record({
      happening: fc.constantFrom(...HAPPENINGS),
      /** One value for each sync after the change: true if the second process runs the sync. */
      told: fc.array(fc.boolean(), { maxLength: 3 }),
    });
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const model = new Model();
          const late: Promise<unknown>[] = [];
          for (const { happening, told } of steps) {
            await happen(happening);
            model.apply(happening);
            // The sync is not awaited, so that the next change happens while it runs.
            for (const isOther of told)
              late.push(syncCustomer(isOther ? other : shop.database, stripe(), customer));
          }
          // Stripe delivers at least the last event, and the worker may process it late.
          late.push(syncCustomer(other, stripe(), customer));
          await Promise.all(late);
          const user = await account();
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
          await deleteReadersAndBillingRows(shop.database);
          ada = await signInTestReader(shop.database, 'ada');
          customer = await findOrCreateStripeCustomerId(
            shop.database,
            shop.membership.billing!,
            ada.user,
          );
        }),
      { numRuns: propertyRuns(1, 25) },
    );
  });

  it('do not block an account deletion', async () => {
    await happen('buy');
    let syncing: ReturnType<typeof syncCustomer> | undefined;
    await shop.database.queries.transaction(async (transaction) => {
      await enqueueDeletionOfReadersCustomer(
        transaction,
        await lockAccountOrThrow(transaction, ada.user),
      );
      syncing = syncCustomer(other, stripe(), customer);
      // The test waits until the account lock blocks the sync. If the database has a single connection, the sync is
      // blocked before its first query.
      if (name === 'PostgreSQL')
        await vi.waitFor(async () => {
          const waiting = await other.queries
            .select({ pid: sql`pid` })
            .from(sql`pg_stat_activity`)
            .where(sql`datname = current_database() AND wait_event_type = 'Lock'`);
          expect(waiting).toHaveLength(1);
        });
      await transaction.delete(customers).where(eq(customers.customerId, customer));
    });
    expect(['unchanged', 'has left']).toContain(await syncing);
  });

  it('do not let an earlier response overwrite a later one', async () => {
    await happen('buy');
    const real = stripe().subscriptions;
    const early = await real.list({ customer, status: 'all', limit: 100 });
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    // The first sync has lost its lock, and its outdated response arrives late.
    const slow = {
      subscriptions: {
        list: async () => {
          asked.resolve();
          await gate.promise;
          return early;
        },
      },
    } as unknown as Stripe;
    const lockless = {
      ...shop.database,
      lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    };
    const first = syncCustomer(lockless, slow, customer);
    await asked.promise;
    await happen('cancel');
    await happen('pass');
    await syncCustomer(lockless, stripe(), customer);
    expect((await account()).subscriptionStatus).toBe('canceled');
    gate.resolve();
    expect(await first).toBe('unchanged');
    expect((await account()).subscriptionStatus).toBe('canceled');
  });
});
