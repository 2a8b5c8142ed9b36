import type Stripe from 'stripe';
import type { BillingEvent } from './repository.ts';

/** An event about something that is a customer's. */
type CustomersEvent = Stripe.Event & { data: { object: { customer: string | { id: string } } } };

/** Whether an event is about a customer, or something of theirs: all others are nothing to us. */
export function isOfCustomer(event: Stripe.Event): event is CustomersEvent {
  return customerIn(event) !== undefined;
}

/** What is kept of an event. */
export function eventOf(event: CustomersEvent): BillingEvent {
  const { id, type, created } = event;
  return { id, type, customerId: customerIn(event)!, happenedAt: new Date(created * 1000) };
}

function customerIn({ type, data }: Stripe.Event): string | undefined {
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown };
  if (type.startsWith('customer.') && object.object === 'customer') return textOf(object.id);
  const { customer } = object;
  if (customer && typeof customer === 'object' && 'id' in customer) return textOf(customer.id);
  return textOf(customer);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
