import type { Queries } from '#server/platform/db/database.ts';
import {
  anonymous,
  type Card,
  type CheckoutSession,
  type Customer,
  type DemoObject,
  endOfPeriod,
  newId,
  type Price,
  type Subscription,
} from './objects.ts';
import { findObject, lockCustomer, objectsOf, putObject } from './storage.ts';

/**
 * What can happen to a customer of the demonstration. Each happens in a transaction that holds the customer, and leaves
 * the objects and the events behind that Stripe would.
 */

/** What somebody asks for that cannot be, in words for them. */
export class Impossible extends Error {
  override name = 'Impossible';
}

/** There is no such customer, or none any more. */
export class NoSuchCustomer extends Impossible {
  override name = 'NoSuchCustomer';

  constructor(customerId: string) {
    super(`No such customer: '${customerId}'`);
  }
}

/** Lets something happen to a customer, whose own clock is read. Throws {@link NoSuchCustomer} where there is none. */
export async function happenTo<Result>(
  queries: Queries,
  customerId: string,
  act: (customer: Customer, scene: Scene) => Promise<Result>,
): Promise<Result> {
  return queries.transaction(async (transaction) => {
    const customer = await lockCustomer(transaction, customerId);
    if (!customer || customer.deleted) throw new NoSuchCustomer(customerId);
    const now = Math.floor(Date.now() / 1000) + customer.ahead;
    const keep = (object: DemoObject) => putObject(transaction, object);
    const tell = (type: string, object: object) =>
      keep({
        id: newId('evt'),
        object: 'event',
        customer: customerId,
        type,
        // Stripe's events are of the world's time, whatever a test clock says.
        created: Math.floor(Date.now() / 1000),
        data: { object },
        pending_webhooks: 1,
      });
    return act(customer, { queries: transaction, now, keep, tell });
  });
}

export interface Scene {
  queries: Queries;
  /** Unix time by the customer's clock. */
  now: number;
  keep(object: DemoObject): Promise<void>;
  tell(type: string, object: object): Promise<void>;
}

/** Pays a checkout. Throws {@link Impossible} when the card is declined, or the checkout is over. */
export async function payCheckout(
  customer: Customer,
  { queries, now, keep, tell }: Scene,
  sessionId: string,
  card: Card,
): Promise<CheckoutSession> {
  const session = await findObject(queries, 'checkout.session', sessionId);
  if (session?.status !== 'open') throw new Impossible('This checkout is no longer open.');
  if (card === 'fails')
    throw new Impossible('Your card was declined, and you weren’t charged. Try another card.');
  const subscription = newSubscription(session, now);
  const paid: CheckoutSession = {
    ...session,
    status: 'complete',
    payment_status: 'paid',
    subscription: subscription.id,
  };
  await keep({ ...customer, card });
  await keep(subscription);
  await keep(paid);
  await tell('customer.subscription.created', subscription);
  await tell('invoice.paid', invoiceOf(subscription, now, 'paid'));
  await tell('checkout.session.completed', paid);
  return paid;
}

function newSubscription(session: CheckoutSession, now: number): Subscription {
  const { price, customer, subscription_metadata } = session;
  return {
    id: newId('sub'),
    object: 'subscription',
    customer,
    created: now,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    metadata: subscription_metadata,
    items: { object: 'list', data: [periodFrom(now, price)] },
  };
}

function periodFrom(
  start: number,
  price: Price,
  id = newId('si'),
): Subscription['items']['data'][0] {
  return {
    id,
    object: 'subscription_item',
    price,
    current_period_start: start,
    current_period_end: endOfPeriod(start, price),
  };
}

/** Has a subscription end with its period, or go on after all. */
export async function setEnding(
  _customer: Customer,
  { keep, tell, now }: Scene,
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
  await keep(changed);
  await tell('customer.subscription.updated', changed);
}

/**
 * Has a subscription go on at another price, by a period that begins now; what is left of the one before is taken off.
 * Throws {@link Impossible} when that cannot be paid, or the subscription is owed for or to end.
 */
export async function changePrice(
  customer: Customer,
  { keep, tell, now }: Scene,
  subscription: Subscription,
  price: Price,
): Promise<void> {
  const [before] = subscription.items.data;
  if (before.price.id === price.id) throw new Impossible('You’re already on this plan.');
  if (subscription.status !== 'active')
    throw new Impossible('The last payment failed. Update your card first.');
  if (subscription.cancel_at_period_end)
    throw new Impossible('Your subscription is set to end. Resume it first.');
  if (customer.card !== 'works')
    throw new Impossible('Your card was declined, so your plan hasn’t changed.');
  const item = periodFrom(now, price, before.id);
  const changed: Subscription = { ...subscription, items: { object: 'list', data: [item] } };
  await keep(changed);
  await tell('customer.subscription.updated', changed);
  const due = Math.max(0, price.unit_amount - unusedOf(before, now));
  await tell('invoice.paid', invoiceOf(changed, now, 'paid', due));
}

/** What was paid for the part of a period that is still to come, in cents. */
function unusedOf(
  { price, current_period_start: from, current_period_end: to }: Subscription['items']['data'][0],
  now: number,
): number {
  return Math.round((price.unit_amount * (to - now)) / (to - from));
}

/** Ends a subscription now. */
export async function endNow(
  _customer: Customer,
  { keep, tell, now }: Scene,
  subscription: Subscription,
): Promise<Subscription> {
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
  };
  await keep(ended);
  await tell('customer.subscription.deleted', ended);
  return ended;
}

/** Changes the card, and has what is owed taken from it where that is possible. */
export async function changeCard(customer: Customer, scene: Scene, card: Card): Promise<void> {
  if (card === 'fails')
    throw new Impossible('Your card was declined. We’ll keep using the previous one.');
  const changed: Customer = { ...customer, card };
  await scene.keep(changed);
  await scene.tell('customer.updated', anonymous(changed));
  const [owed] = await subscriptionsThat(scene, customer, ({ status }) => status === 'past_due');
  if (owed && card === 'works') await settle(scene, owed, 'active');
}

/**
 * Puts a customer's clock forward to the end of what they have paid for: what is to end ends, what goes on is paid for
 * again, or owed.
 */
export async function passPeriod(customer: Customer, scene: Scene): Promise<void> {
  const [subscription] = await subscriptionsThat(scene, customer, ({ ended_at }) => !ended_at);
  if (!subscription) throw new Impossible('There’s no active subscription to skip ahead.');
  const end = subscription.items.data[0].current_period_end;
  const moved: Customer = { ...customer, ahead: customer.ahead + Math.max(0, end - scene.now) };
  const later: Scene = { ...scene, now: Math.max(end, scene.now) };
  await scene.keep(moved);
  if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
    await endNow(moved, later, subscription);
    return;
  }
  const { price, id } = subscription.items.data[0];
  const renewed: Subscription = {
    ...subscription,
    items: { object: 'list', data: [periodFrom(end, price, id)] },
  };
  await settle(later, renewed, customer.card === 'works' ? 'active' : 'past_due');
}

async function settle(
  { keep, tell, now }: Scene,
  subscription: Subscription,
  status: 'active' | 'past_due',
): Promise<void> {
  const settled: Subscription = { ...subscription, status };
  await keep(settled);
  await tell('customer.subscription.updated', settled);
  if (status === 'active') await tell('invoice.paid', invoiceOf(settled, now, 'paid'));
  else await tell('invoice.payment_failed', invoiceOf(settled, now, 'open'));
}

/** Ends all that a customer has, and forgets who they were. */
export async function deleteCustomer(customer: Customer, scene: Scene): Promise<void> {
  for (const each of await subscriptionsThat(scene, customer, ({ ended_at }) => !ended_at))
    await endNow(customer, scene, each);
  const deleted: Customer = { ...anonymous(customer), deleted: true };
  await scene.keep(deleted);
  await scene.tell('customer.deleted', deleted);
}

async function subscriptionsThat(
  { queries }: Scene,
  { id }: Customer,
  holds: (subscription: Subscription) => boolean,
): Promise<Subscription[]> {
  return (await objectsOf(queries, 'subscription', id)).filter(holds);
}

function invoiceOf(
  { id, customer, items }: Subscription,
  now: number,
  status: 'paid' | 'open',
  due = items.data[0].price.unit_amount,
): object {
  return {
    id: newId('in'),
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
