import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { demoBillingObjects } from './schema.ts';
import type { StripeObject } from './stripe-objects.ts';

type ObjectKind = StripeObject['object'];
type ObjectOfKind<K extends ObjectKind> = Extract<StripeObject, { object: K }>;

/** Returns the demo processor's object with the given type and ID, or `undefined` if it does not exist. */
export async function findStripeObject<K extends ObjectKind>(
  queries: Queries,
  kind: K,
  id: string,
): Promise<ObjectOfKind<K> | undefined> {
  const [row] = await queries
    .select({ body: demoBillingObjects.body })
    .from(demoBillingObjects)
    .where(and(eq(demoBillingObjects.id, id), eq(demoBillingObjects.object, kind)));
  return row?.body as ObjectOfKind<K> | undefined;
}

/**
 * Finds a customer and locks the customer's row until the transaction ends. Concurrent changes to the same customer
 * therefore run one after another.
 */
export async function findAndLockCustomer(
  transaction: Queries,
  id: string,
): Promise<ObjectOfKind<'customer'> | undefined> {
  const [row] = await transaction
    .select({ body: demoBillingObjects.body })
    .from(demoBillingObjects)
    .where(and(eq(demoBillingObjects.id, id), eq(demoBillingObjects.object, 'customer')))
    .for('update');
  return row?.body as ObjectOfKind<'customer'> | undefined;
}

/** Lists a customer's objects of one type, newest first. */
export async function listCustomerObjects<K extends ObjectKind>(
  queries: Queries,
  kind: K,
  customerId: string,
): Promise<ObjectOfKind<K>[]> {
  const rows = await queries
    .select({ body: demoBillingObjects.body })
    .from(demoBillingObjects)
    .where(and(eq(demoBillingObjects.customerId, customerId), eq(demoBillingObjects.object, kind)))
    .orderBy(desc(demoBillingObjects.createdAt), desc(demoBillingObjects.id));
  return rows.map(({ body }) => body as unknown as ObjectOfKind<K>);
}

/** Inserts or updates an object. */
export async function saveStripeObject(queries: Queries, object: StripeObject): Promise<void> {
  const { id, object: kind, customer: customerId } = object;
  const body = object as unknown as Record<string, unknown>;
  await queries
    .insert(demoBillingObjects)
    .values({ id, object: kind, customerId, body })
    .onConflictDoUpdate({ target: demoBillingObjects.id, set: { body } });
}

/**
 * Lists the events that were created between two Unix times, oldest first. With `isPending`, lists only undelivered
 * events.
 */
export async function listStripeEvents(
  queries: Queries,
  { since = 0, until, isPending = false }: { since?: number; until?: number; isPending?: boolean },
): Promise<ObjectOfKind<'event'>[]> {
  const rows = await queries
    .select({ body: demoBillingObjects.body })
    .from(demoBillingObjects)
    .where(
      and(
        eq(demoBillingObjects.object, 'event'),
        sql`(${demoBillingObjects.body}->>'created')::bigint >= ${since}`,
        until === undefined
          ? undefined
          : sql`(${demoBillingObjects.body}->>'created')::bigint <= ${until}`,
        isPending ? sql`(${demoBillingObjects.body}->>'pending_webhooks')::int > 0` : undefined,
      ),
    )
    .orderBy(asc(demoBillingObjects.createdAt), asc(demoBillingObjects.id));
  return rows.map(({ body }) => body as unknown as ObjectOfKind<'event'>);
}
