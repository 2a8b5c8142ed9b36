import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listStripeEvents } from '#demo/billing/repository.ts';
import { computePeriodEnd, createPrices, type Subscription } from '#demo/billing/stripe-objects.ts';
import { runLockedTransition } from '#demo/billing/transitions.ts';
import { getEffectiveTier } from '#domain/tiers.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { getPropertyTestRunCount } from '../../../../scripts/test-scope.mjs';
import {
  createTestBillingApp,
  deleteReadersAndBillingRows,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { findOrCreateStripeCustomerId } from './customers.ts';

/** Stripe's subscription statuses in order of precedence. Statuses in the same row have the same precedence. */
const STATUSES = [
  ['active', 'trialing'],
  ['past_due'],
  ['unpaid', 'paused'],
  ['canceled', 'incomplete', 'incomplete_expired'],
] as const;
type Status = (typeof STATUSES)[number][number];

const [PRICE] = createPrices({ monthly: 'm', annual: 'a' });

/** Generates test steps. A step changes one of two subscriptions and sends some of the existing events again. */
const step = fc.record({
  subscriptionId: fc.constantFrom('sub_one', 'sub_two'),
  status: fc.constantFrom<Status>(...STATUSES.flat()),
  resentIndexes: fc.array(fc.nat({ max: 20 }), { maxLength: 4 }),
});

describe.each(await selectTestDatabaseEngines())(
  'Stripe events in random order, on $name',
  ({ open }) => {
    let test: TestBillingApp;
    let ada: TestReader;
    let customer: string;

    beforeAll(async () => {
      test = await createTestBillingApp(await open());
    });
    afterAll(async () => {
      await test.close();
    });

    async function setSubscriptionStatus(id: string, status: Status): Promise<void> {
      await runLockedTransition(
        test.database.queries,
        customer,
        async (_customer, { save, emit, now }) => {
          const item = {
            id: `si_${id}`,
            object: 'subscription_item' as const,
            price: PRICE!,
            current_period_start: now,
            current_period_end: computePeriodEnd(now, PRICE!),
          };
          const subscription = {
            id,
            object: 'subscription',
            customer,
            created: now,
            status,
            cancel_at: null,
            cancel_at_period_end: false,
            canceled_at: null,
            ended_at: status === 'canceled' ? now : null,
            metadata: {},
            items: { object: 'list', data: [item] },
          } as unknown as Subscription;
          await save(subscription);
          await emit('customer.subscription.updated', subscription);
        },
      );
    }

    /**
     * Sends the event at `index` to the webhook with a valid signature, as Stripe does. If `index` is too large, sends
     * the last event.
     */
    async function sendEvent(index: number): Promise<void> {
      const { stripe, webhookSecrets } = test.membership.billing!;
      const payload = JSON.stringify(
        (await listStripeEvents(test.database.queries, {})).slice(0, index + 1).at(-1),
      );
      const signature = stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecrets[0]!,
      });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const url = '/webhooks/stripe';
      const response = await test.app.inject({ method: 'POST', url, headers, payload });
      expect(response.statusCode).toBe(200);
    }

    /** Waits until all stored events are processed. */
    async function waitUntilProcessed(): Promise<void> {
      await vi.waitFor(
        async () => {
          const jobs = await test.queue.jobs('billing-sync');
          const customerJobs = jobs.filter(({ data }) => data.customer === customer);
          expect(customerJobs.length).toBeGreaterThan(0);
          expect(customerJobs.map(({ state }) => state)).toEqual(
            customerJobs.map(() => 'completed'),
          );
        },
        { interval: 50 },
      );
    }

    it('end in the best of two subscriptions', async () => {
      await fc.assert(
        fc
          .asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
            const statuses = new Map<string, Status>();
            const deliveries: Promise<void>[] = [];
            for (const { subscriptionId, status, resentIndexes } of steps) {
              await setSubscriptionStatus(subscriptionId, status);
              statuses.set(subscriptionId, status);
              for (const index of resentIndexes) deliveries.push(sendEvent(index));
            }
            deliveries.push(sendEvent(Number.POSITIVE_INFINITY));
            await Promise.all(deliveries);
            await waitUntilProcessed();
            const [user] = await test.database.queries
              .select()
              .from(users)
              .where(eq(users.id, ada.user.id));
            const currentStatuses = [...statuses.values()];
            const bestRank = STATUSES.find((rank) =>
              rank.some((status) => currentStatuses.includes(status)),
            )!;
            expect(bestRank).toContain(user!.subscriptionStatus);
            expect(currentStatuses).toContain(user!.subscriptionStatus);
            expect(getEffectiveTier(user!)).toBe(bestRank === STATUSES[0] ? 'premium' : 'free');
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
        { numRuns: getPropertyTestRunCount(5, 25) },
      );
    });
  },
);
