import type { Queries } from '#server/platform/db/database.ts';
import {
  findAndLockCustomer,
  findStripeObject,
  listCustomerObjects,
  saveStripeObject,
} from './repository.ts';
import {
  anonymizeCustomer,
  type CheckoutSession,
  type Customer,
  computePeriodEnd,
  createRandomId,
  type Price,
  type StripeObject,
  type Subscription,
  type TestCardKey,
} from './stripe-objects.ts';

/**
 * A demo customer's state transitions. Each transition runs in a transaction that locks the customer, and saves the
 * same objects and events as Stripe would.
 */

/** Thrown if a transition is not possible in the customer's current state. The message is shown to the user. */
export class InvalidTransitionError extends Error {
  override name = 'InvalidTransitionError';
}

/** Thrown if a customer does not exist or has been deleted. */
export class CustomerNotFoundError extends InvalidTransitionError {
  override name = 'CustomerNotFoundError';

  constructor(customerId: string) {
    super(`No such customer: '${customerId}'`);
  }
}

/**
 * Runs a transition in a transaction that locks the customer. The transition uses the current time on the customer's
 * simulated clock. Throws {@link CustomerNotFoundError} if the customer does not exist or has been deleted.
 */
export async function runLockedTransition<Result>(
  queries: Queries,
  customerId: string,
  transition: (customer: Customer, context: TransitionContext) => Promise<Result>,
): Promise<Result> {
  return queries.transaction(async (transaction) => {
    const customer = await findAndLockCustomer(transaction, customerId);
    if (!customer || customer.deleted) throw new CustomerNotFoundError(customerId);
    const now = Math.floor(Date.now() / 1000) + customer.ahead;
    const save = (object: StripeObject) => saveStripeObject(transaction, object);
    const emit = (type: string, object: object) =>
      save({
        id: createRandomId('evt'),
        object: 'event',
        customer: customerId,
        type,
        // As in Stripe's events, `created` is the real time, even if the customer's simulated clock is ahead.
        created: Math.floor(Date.now() / 1000),
        data: { object },
        pending_webhooks: 1,
      });
    return transition(customer, { queries: transaction, now, save, emit });
  });
}

export interface TransitionContext {
  queries: Queries;
  /** The current Unix time on the customer's simulated clock. */
  now: number;
  save(object: StripeObject): Promise<void>;
  emit(type: string, object: object): Promise<void>;
}

/** Pays a checkout. Throws {@link InvalidTransitionError} if the card is declined or the checkout is no longer open. */
export async function payCheckout(
  customer: Customer,
  { queries, now, save, emit }: TransitionContext,
  sessionId: string,
  card: TestCardKey,
): Promise<CheckoutSession> {
  const session = await findStripeObject(queries, 'checkout.session', sessionId);
  if (session?.status !== 'open')
    throw new InvalidTransitionError('This checkout is no longer open.');
  if (card === 'fails')
    throw new InvalidTransitionError(
      'Your card was declined, and you weren’t charged. Try another card.',
    );
  const subscription = createSubscription(session, now);
  const paid: CheckoutSession = {
    ...session,
    status: 'complete',
    payment_status: 'paid',
    subscription: subscription.id,
  };
  await save({ ...customer, card });
  await save(subscription);
  await save(paid);
  await emit('customer.subscription.created', subscription);
  await emit('invoice.paid', createInvoice(subscription, now, 'paid'));
  await emit('checkout.session.completed', paid);
  return paid;
}

function createSubscription(session: CheckoutSession, now: number): Subscription {
  const { price, customer, subscription_metadata } = session;
  return {
    id: createRandomId('sub'),
    object: 'subscription',
    customer,
    created: now,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    metadata: subscription_metadata,
    items: { object: 'list', data: [createSubscriptionItem(now, price)] },
  };
}

function createSubscriptionItem(
  start: number,
  price: Price,
  id = createRandomId('si'),
): Subscription['items']['data'][0] {
  return {
    id,
    object: 'subscription_item',
    price,
    current_period_start: start,
    current_period_end: computePeriodEnd(start, price),
  };
}

/** Sets a subscription to end after the current period. If `ends` is false, sets the subscription to renew instead. */
export async function setCancelAtPeriodEnd(
  _customer: Customer,
  { save, emit, now }: TransitionContext,
  subscription: Subscription,
  ends: boolean,
): Promise<void> {
  const end = subscription.items.data[0].current_period_end;
  const changed: Subscription = {
    ...subscription,
    cancel_at_period_end: ends,
    cancel_at: ends ? end : null,
    canceled_at: ends ? now : null,
  };
  await save(changed);
  await emit('customer.subscription.updated', changed);
}

/**
 * Changes a subscription's price and starts a new period. The unused part of the old period is credited. Throws
 * {@link InvalidTransitionError} if the payment fails, or if the subscription already has this price, is past due, or
 * is set to end.
 */
export async function changeSubscriptionPrice(
  customer: Customer,
  { save, emit, now }: TransitionContext,
  subscription: Subscription,
  price: Price,
): Promise<void> {
  const [oldItem] = subscription.items.data;
  if (oldItem.price.id === price.id)
    throw new InvalidTransitionError('You’re already on this plan.');
  if (subscription.status !== 'active')
    throw new InvalidTransitionError('The last payment failed. Update your card first.');
  if (subscription.cancel_at_period_end)
    throw new InvalidTransitionError('Your subscription is set to end. Resume it first.');
  if (customer.card !== 'works')
    throw new InvalidTransitionError('Your card was declined, so your plan hasn’t changed.');
  const item = createSubscriptionItem(now, price, oldItem.id);
  const changed: Subscription = { ...subscription, items: { object: 'list', data: [item] } };
  await save(changed);
  await emit('customer.subscription.updated', changed);
  const due = Math.max(0, price.unit_amount - computeUnusedAmount(oldItem, now));
  await emit('invoice.paid', createInvoice(changed, now, 'paid', due));
}

/** Returns the price of the unused part of a billing period, in cents. */
function computeUnusedAmount(
  { price, current_period_start: from, current_period_end: to }: Subscription['items']['data'][0],
  now: number,
): number {
  return Math.round((price.unit_amount * (to - now)) / (to - from));
}

/** Cancels a subscription immediately. */
export async function cancelSubscription(
  _customer: Customer,
  { save, emit, now }: TransitionContext,
  subscription: Subscription,
): Promise<Subscription> {
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
  };
  await save(ended);
  await emit('customer.subscription.deleted', ended);
  return ended;
}

/**
 * Changes a customer's card. If the new card works, charges any past-due amount to it. Throws
 * {@link InvalidTransitionError} if the new card is declined.
 */
export async function changeCardAndChargePastDue(
  customer: Customer,
  context: TransitionContext,
  card: TestCardKey,
): Promise<void> {
  if (card === 'fails')
    throw new InvalidTransitionError('Your card was declined. We’ll keep using the previous one.');
  const changed: Customer = { ...customer, card };
  await context.save(changed);
  await context.emit('customer.updated', anonymizeCustomer(changed));
  const [pastDue] = await listSubscriptions(
    context,
    customer,
    ({ status }) => status === 'past_due',
  );
  if (pastDue && card === 'works') await recordPayment(context, pastDue, 'active');
}

/**
 * Advances the customer's simulated clock to the end of the paid period. The subscription then ends, renews or becomes
 * past due.
 */
export async function advanceClockToPeriodEnd(
  customer: Customer,
  context: TransitionContext,
): Promise<void> {
  const [subscription] = await listSubscriptions(context, customer, ({ ended_at }) => !ended_at);
  if (!subscription)
    throw new InvalidTransitionError('There’s no active subscription to skip ahead.');
  const end = subscription.items.data[0].current_period_end;
  const advanced: Customer = {
    ...customer,
    ahead: customer.ahead + Math.max(0, end - context.now),
  };
  const endContext: TransitionContext = { ...context, now: Math.max(end, context.now) };
  await context.save(advanced);
  if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
    await cancelSubscription(advanced, endContext, subscription);
    return;
  }
  const { price, id } = subscription.items.data[0];
  const renewed: Subscription = {
    ...subscription,
    items: { object: 'list', data: [createSubscriptionItem(end, price, id)] },
  };
  await recordPayment(endContext, renewed, customer.card === 'works' ? 'active' : 'past_due');
}

async function recordPayment(
  { save, emit, now }: TransitionContext,
  subscription: Subscription,
  status: 'active' | 'past_due',
): Promise<void> {
  const updated: Subscription = { ...subscription, status };
  await save(updated);
  await emit('customer.subscription.updated', updated);
  if (status === 'active') await emit('invoice.paid', createInvoice(updated, now, 'paid'));
  else await emit('invoice.payment_failed', createInvoice(updated, now, 'open'));
}

/** Cancels all of a customer's subscriptions and deletes the customer's personal data. */
export async function deleteCustomer(
  customer: Customer,
  context: TransitionContext,
): Promise<void> {
  for (const subscription of await listSubscriptions(
    context,
    customer,
    ({ ended_at }) => !ended_at,
  ))
    await cancelSubscription(customer, context, subscription);
  const deleted: Customer = { ...anonymizeCustomer(customer), deleted: true };
  await context.save(deleted);
  await context.emit('customer.deleted', deleted);
}

async function listSubscriptions(
  { queries }: TransitionContext,
  { id }: Customer,
  predicate: (subscription: Subscription) => boolean,
): Promise<Subscription[]> {
  return (await listCustomerObjects(queries, 'subscription', id)).filter(predicate);
}

function createInvoice(
  { id, customer, items }: Subscription,
  now: number,
  status: 'paid' | 'open',
  due = items.data[0].price.unit_amount,
): object {
  return {
    id: createRandomId('in'),
    object: 'invoice',
    customer,
    created: now,
    status,
    currency: items.data[0].price.currency,
    amount_due: due,
    amount_paid: status === 'paid' ? due : 0,
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
  };
}
