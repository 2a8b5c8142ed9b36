import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import type { DemoObject } from './objects.ts';
import { demoBilling } from './schema.ts';

type Kind = DemoObject['object'];
type OfKind<K extends Kind> = Extract<DemoObject, { object: K }>;

/** The object of that kind and id; `undefined` where there is none. */
export async function findObject<K extends Kind>(
  queries: Queries,
  kind: K,
  id: string,
): Promise<OfKind<K> | undefined> {
  const [row] = await queries
    .select({ body: demoBilling.body })
    .from(demoBilling)
    .where(and(eq(demoBilling.id, id), eq(demoBilling.object, kind)));
  return row?.body as OfKind<K> | undefined;
}

/** A customer, locked until the transaction ends: of what is theirs, one thing happens after the other. */
export async function lockCustomer(
  transaction: Queries,
  id: string,
): Promise<OfKind<'customer'> | undefined> {
  const [row] = await transaction
    .select({ body: demoBilling.body })
    .from(demoBilling)
    .where(and(eq(demoBilling.id, id), eq(demoBilling.object, 'customer')))
    .for('update');
  return row?.body as OfKind<'customer'> | undefined;
}

/** What a customer has of a kind, newest first. */
export async function objectsOf<K extends Kind>(
  queries: Queries,
  kind: K,
  customerId: string,
): Promise<OfKind<K>[]> {
  const rows = await queries
    .select({ body: demoBilling.body })
    .from(demoBilling)
    .where(and(eq(demoBilling.customerId, customerId), eq(demoBilling.object, kind)))
    .orderBy(desc(demoBilling.createdAt), desc(demoBilling.id));
  return rows.map(({ body }) => body as unknown as OfKind<K>);
}

/** Keeps an object as it is now. */
export async function putObject(queries: Queries, object: DemoObject): Promise<void> {
  const { id, object: kind, customer: customerId } = object;
  const body = object as unknown as Record<string, unknown>;
  await queries
    .insert(demoBilling)
    .values({ id, object: kind, customerId, body })
    .onConflictDoUpdate({ target: demoBilling.id, set: { body } });
}

/** Events between two Unix times, oldest first; those alone that nobody has taken, where that is asked for. */
export async function listEvents(
  queries: Queries,
  { since = 0, until, isPending = false }: { since?: number; until?: number; isPending?: boolean },
): Promise<OfKind<'event'>[]> {
  const rows = await queries
    .select({ body: demoBilling.body })
    .from(demoBilling)
    .where(
      and(
        eq(demoBilling.object, 'event'),
        sql`(${demoBilling.body}->>'created')::bigint >= ${since}`,
        until === undefined
          ? undefined
          : sql`(${demoBilling.body}->>'created')::bigint <= ${until}`,
        isPending ? sql`(${demoBilling.body}->>'pending_webhooks')::int > 0` : undefined,
      ),
    )
    .orderBy(asc(demoBilling.createdAt), asc(demoBilling.id));
  return rows.map(({ body }) => body as unknown as OfKind<'event'>);
}
