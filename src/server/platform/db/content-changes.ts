import { eq, sql } from 'drizzle-orm';
import type { Database, Queries } from './database.ts';
import { contentVersion } from './schema.ts';

/** What changed, as cache keys: `article:<id>`, `author:<id>`, `category:<id>`, or `list` for every list. */
export type ContentKey = `article:${string}` | `author:${string}` | `category:${string}` | 'list';

const CHANNEL = 'content_changed';
/** A notification carries at most 8,000 bytes; more than this many keys are sent as "everything". */
const MOST_KEYS = 100;
const EVERYTHING = '*';
/** Milliseconds between looks at the version row. */
const POLL = 10_000;

type Consequence = (transaction: Queries, keys: readonly ContentKey[]) => Promise<void>;

const consequences = new Set<Consequence>();

/**
 * Has something done in the transaction of every change that this process announces: it comes true with the change,
 * once, however many instances hear of that. Returns how to leave off.
 */
export function withEveryChange(consequence: Consequence): () => void {
  consequences.add(consequence);
  return () => consequences.delete(consequence);
}

/**
 * Tells every instance what changed, when and if the transaction commits. To be called inside the
 * transaction that makes the change.
 */
export async function announceChange(
  transaction: Queries,
  keys: readonly ContentKey[],
): Promise<void> {
  const payload = keys.length > MOST_KEYS ? EVERYTHING : keys.join(' ');
  await transaction
    .update(contentVersion)
    .set({ version: sql`${contentVersion.version} + 1`, changedAt: sql`now()` })
    .where(eq(contentVersion.id, 1));
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
  for (const consequence of consequences) await consequence(transaction, keys);
}

/** When public content last changed. */
export async function lastChange(queries: Queries): Promise<Date> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.changedAt;
}

/**
 * Hears of changes to public content, from any instance: the keys, or `undefined` when everything may have
 * changed. Notifications come at once; the version row is polled as a safety net.
 */
export async function watchChanges(
  { queries, listen }: Database,
  onChange: (keys: readonly string[] | undefined) => void,
): Promise<() => Promise<void>> {
  const read = async () => {
    const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
    return row!.version;
  };
  let known = await read();
  let heard = 0;

  const poll = async () => {
    const expected = known + heard;
    heard = 0;
    known = await read();
    if (known !== expected) onChange(undefined);
  };
  const timer = setInterval(() => poll().catch(() => {}), POLL).unref();
  const stop = await listen(
    CHANNEL,
    (payload) => {
      heard += 1;
      onChange(payload === EVERYTHING ? undefined : payload.split(' '));
    },
    () => onChange(undefined),
  );
  return async () => {
    clearInterval(timer);
    await stop();
  };
}
