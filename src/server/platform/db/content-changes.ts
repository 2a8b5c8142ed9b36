import { asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Queries } from './database.ts';
import { contentChanges, contentVersion } from './schema.ts';

/**
 * What changed, as cache keys: an article (`article:<id>`); what is written down of an author (`author:<alias>`, in
 * lower case); a list of articles, of all (`list`), of a category or of an author (`articles-of:<alias>`); who is an
 * author, or what is written down of any of them (`authors`, which goes with each `author:`).
 */
export type ContentKey =
  | `article:${string}`
  | `author:${string}`
  | `articles-of:${string}`
  | `category:${string}`
  | 'list'
  | 'authors';

/** Another one than releases used that told of keys alone: those are heard by the version they raise. */
const CHANNEL = 'content_changes';
/** Bytes of a notification's payload; PostgreSQL takes 8,000. More keys than fit are read from the log. */
const MAX_PAYLOAD_BYTES = 7500;
/** Changes the log remembers: whoever has missed more than that knows only that anything may have changed. */
const MAX_LOGGED_CHANGES = 1000;
/** Milliseconds between looks at the version row. */
const POLL_INTERVAL = 10_000;

/**
 * Notifies every process of a change of public content once the transaction commits. Returns the version of the content
 * after the change; the first change of a database makes version 1. Versions are committed in order: their row is locked
 * until then.
 */
export async function announceChange(
  transaction: Queries,
  keys: readonly ContentKey[],
): Promise<number> {
  const [row] = await transaction
    .update(contentVersion)
    .set({ version: sql`${contentVersion.version} + 1`, changedAt: sql`now()` })
    .where(eq(contentVersion.id, 1))
    .returning({ version: contentVersion.version });
  const { version } = row!;
  await transaction
    .insert(contentChanges)
    .values({ version, keys: [...keys] })
    // Where a backup was put back, a version may come a second time.
    .onConflictDoUpdate({ target: contentChanges.version, set: { keys: [...keys] } });
  await transaction
    .delete(contentChanges)
    .where(lte(contentChanges.version, version - MAX_LOGGED_CHANGES));
  const whole = [version, ...keys].join(' ');
  const payload = Buffer.byteLength(whole) > MAX_PAYLOAD_BYTES ? String(version) : whole;
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
  return version;
}

/** When public content last changed. */
export async function getLastChangeTime(queries: Queries): Promise<Date> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.changedAt;
}

/** Who is told of changes. */
export interface ChangeListener {
  /** What changed. */
  onChange(keys: readonly string[]): void;
  /** So much was missed that nobody knows what: anything may have changed. */
  onUnknownChange(): void;
}

/**
 * Hears of changes to public content, from any instance, each once and none left out: notifications come at once, and
 * what came while the connection was lost is read from the log when it is there again. The version row is polled as
 * a safety net. Returns how to stop.
 */
export async function watchChanges(
  { queries, listen }: Database,
  { onChange, onUnknownChange }: ChangeListener,
): Promise<() => Promise<void>> {
  let known = await getContentVersion(queries);
  let isReading = false;

  const readUp = async () => {
    const since = known;
    const version = await getContentVersion(queries);
    if (version === since) return;
    const missed = await queries
      .select()
      .from(contentChanges)
      .where(gt(contentChanges.version, since))
      .orderBy(asc(contentChanges.version));
    // A version that went back comes of a backup that was put back.
    known = missed.at(-1)?.version ?? version;
    // A release that kept no log may have raised the version too.
    if (missed.length > 0 && missed.length === known - since)
      onChange(missed.flatMap(({ keys }) => keys));
    else onUnknownChange();
  };
  const catchUp = coalesceRuns(async () => {
    isReading = true;
    await readUp().finally(() => {
      isReading = false;
    });
  });
  const hear = (payload: string) => {
    const [version, ...keys] = payload.split(' ');
    if (Number(version) <= known) return;
    // What is being read up on may hold it already.
    if (isReading || Number(version) > known + 1 || !keys.length) return void catchUp();
    known += 1;
    onChange(keys);
  };

  const timer = setInterval(catchUp, POLL_INTERVAL).unref();
  const stop = await listen(CHANNEL, hear, catchUp);
  // What came between the first look and the listening.
  await catchUp();
  return async () => {
    clearInterval(timer);
    await stop();
  };
}

/** How many changes of public content there have been. */
export async function getContentVersion(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.version;
}

/** One run at a time, and one more after it when it was asked for meanwhile. What fails is tried at the next. */
function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedFor = false;
  const runAll = async () => {
    do {
      isAskedFor = false;
      await run().catch(() => {});
    } while (isAskedFor);
    running = undefined;
  };
  return () => {
    isAskedFor = true;
    running ??= runAll();
    return running;
  };
}
