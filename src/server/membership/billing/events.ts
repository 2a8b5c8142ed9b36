import type Stripe from 'stripe';
import { z } from 'zod';
import type { BillingEvent } from './repository.ts';

/** A Stripe event about a customer or about an object that belongs to a customer. */
type CustomerEvent = Stripe.Event & { data: { object: { customer: string | { id: string } } } };

/** Schema of Stripe's IDs and event types, which have at most 255 characters. */
const name = z
  .string()
  .max(255)
  .regex(/^[^\0]+$/);
/** The last second of the year 9999, as Unix time. Events with a later time are rejected. */
const MAX_UNIX_TIME = 253_402_300_799;

/** The fields of a Stripe event that Octavo reads. */
const eventSchema = z.object({
  id: name,
  type: name,
  created: z.int().min(0).max(MAX_UNIX_TIME),
  data: z.object({
    object: z.object({
      id: name.nullish(),
      customer: z.union([name, z.object({ id: name })]).nullish(),
    }),
  }),
});

/** Returns true if a value has the fields of a Stripe event that Octavo reads. */
export function isStripeEvent(value: unknown): value is Stripe.Event {
  return eventSchema.safeParse(value).success;
}

/**
 * Returns true if a Stripe event is about a customer or about an object that belongs to a customer. Octavo ignores all
 * other events.
 */
export function isCustomerEvent(event: Stripe.Event): event is CustomerEvent {
  return findCustomerIdIn(event) !== undefined;
}

/** Converts a Stripe event to the fields that are stored. */
export function toBillingEvent(event: CustomerEvent): BillingEvent {
  const { id, type, created } = event;
  return { id, type, customerId: findCustomerIdIn(event)!, happenedAt: new Date(created * 1000) };
}

function findCustomerIdIn({ type, data }: Stripe.Event): string | undefined {
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown };
  if (type.startsWith('customer.') && object.object === 'customer')
    return toNonEmptyText(object.id);
  const { customer } = object;
  if (customer && typeof customer === 'object' && 'id' in customer)
    return toNonEmptyText(customer.id);
  return toNonEmptyText(customer);
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
