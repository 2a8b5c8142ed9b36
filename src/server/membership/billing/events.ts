import type Stripe from 'stripe';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { insertBillingEvent } from './repository.ts';
import { enqueueCustomerSync } from './sync.ts';

/** Schema for Stripe's IDs and event types, which have at most 255 characters. */
const nameSchema = z
  .string()
  .max(255)
  .regex(/^[^\0]+$/);
/** The last second of the year 9999, as Unix time. Events with a later time are rejected. */
const MAX_UNIX_TIME = 253_402_300_799;

/** The fields of a Stripe event that Octavo reads. */
const eventSchema = z.object({
  id: nameSchema,
  type: nameSchema,
  created: z.int().min(0).max(MAX_UNIX_TIME),
  data: z.object({
    object: z.object({
      id: nameSchema.nullish(),
      customer: z.union([nameSchema, z.object({ id: nameSchema })]).nullish(),
    }),
  }),
});

/** Returns true if a value has the fields of a Stripe event that Octavo reads. */
export function isStripeEvent(value: unknown): value is Stripe.Event {
  return eventSchema.safeParse(value).success;
}

/**
 * Stores a Stripe event and enqueues a sync of its customer. Ignores an event that is not about a customer, or that is
 * already stored. Returns true if the event was stored.
 */
export async function storeEventAndEnqueueSync(
  queries: Queries,
  event: Stripe.Event,
): Promise<boolean> {
  const customerId = findCustomerIdIn(event);
  if (!customerId) return false;
  const { id, type, created } = event;
  const happenedAt = new Date(created * 1000);
  return queries.transaction(async (transaction) => {
    const isNew = await insertBillingEvent(transaction, { id, type, customerId, happenedAt });
    if (isNew) await enqueueCustomerSync(transaction, customerId);
    return isNew;
  });
}

/**
 * Returns the ID of the customer that an event is about. If the event is about another object, returns the ID of the
 * customer to whom the object belongs. Returns `undefined` if there is no customer.
 */
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
