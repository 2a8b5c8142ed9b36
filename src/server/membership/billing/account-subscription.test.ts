import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { getSubscriptionStatusLabel, isOngoingStatus } from '#domain/subscription.ts';
import { getEffectiveTier } from '#domain/tiers.ts';
import { deriveAccountSubscription } from './sync.ts';

const START = 1_980_000_000;
const END = 2_000_000_000;

function createSubscription(
  changes: Partial<Stripe.Subscription> & { end?: number },
): Stripe.Subscription {
  const { end = END, ...fields } = changes;
  return {
    created: 1_900_000_000,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    items: { data: [{ current_period_start: START, current_period_end: end }] },
    ...fields,
  } as Stripe.Subscription;
}

it.each([
  ['active', 'Active', 'premium'],
  ['trialing', 'Trial', 'premium'],
  ['past_due', 'Past Due', 'free'],
  ['canceled', 'Canceled', 'free'],
  ['unpaid', 'Free', 'free'],
  ['incomplete', 'Free', 'free'],
  ['incomplete_expired', 'Free', 'free'],
  ['paused', 'Free', 'free'],
] as const)('shows a subscription that is %s as %s with the tier %s', (status, label, tier) => {
  const membership = deriveAccountSubscription([createSubscription({ status })])!;
  expect(membership.subscriptionStatus).toBe(status);
  expect(getSubscriptionStatusLabel(status)).toBe(label);
  expect(getEffectiveTier(membership)).toBe(tier);
  // A reader with a past-due subscription has paid only until the start of the unpaid period.
  const until = status === 'past_due' ? START : END;
  expect(membership.subscriptionExpiresAt).toEqual(new Date(until * 1000));
});

it('is undefined without any subscription', () => {
  expect(deriveAccountSubscription([])).toBeUndefined();
});

it('keeps its tier until the end after a cancellation', () => {
  const endingSubscription = createSubscription({ cancel_at_period_end: true, cancel_at: END });
  expect(deriveAccountSubscription([endingSubscription])).toEqual({
    tier: 'premium',
    subscriptionStatus: 'active',
    subscriptionExpiresAt: new Date(END * 1000),
    subscriptionEnds: true,
  });
});

it('is the best of several subscriptions, in any order', () => {
  const canceled = createSubscription({ status: 'canceled', ended_at: END + 500 });
  const unpaid = createSubscription({ status: 'unpaid', end: END - 900 });
  const pastDue = createSubscription({ status: 'past_due', end: END + 400 });
  const paid = createSubscription({ end: END - 100 });
  const longer = createSubscription({ end: END + 100 });
  for (const subscriptions of [
    [canceled, pastDue, paid, longer],
    [longer, paid, pastDue, canceled],
  ])
    expect(deriveAccountSubscription(subscriptions)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionExpiresAt: new Date((END + 100) * 1000),
    });
  expect(deriveAccountSubscription([unpaid, canceled, pastDue])).toMatchObject({
    subscriptionStatus: 'past_due',
  });
  expect(deriveAccountSubscription([canceled, unpaid])).toMatchObject({
    subscriptionStatus: 'unpaid',
  });
});

it('gives no label and tier to a status named like an object’s property', () => {
  expect(getSubscriptionStatusLabel('constructor')).toBe('Free');
  expect(isOngoingStatus('toString')).toBe(false);
});
