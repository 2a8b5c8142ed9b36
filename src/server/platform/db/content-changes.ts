import { asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Queries } from './database.ts';
import { contentChanges, contentVersion } from './schema.ts';

/**
 * A cache key of changed content: an article (`article:<id>`), an author's profile (`author:<alias>`, in lower case), the
 * list of all articles (`list`), of a category or of an author (`articles-of:<alias>`), or the list of authors with their
 * profiles (`authors`, together with each `author:`).
 */
export type ContentKey =
  | `article:${string}`
  | `author:${string}`
  | `articles-of:${string}`
  | `category:${string}`
  | 'list'
  | 'authors';

/** Differs from the channel of old releases, which sent keys without versions; their changes raise the version too. */
const CHANNEL = 'content_changes';
/** Bytes of a notification's payload, of which PostgreSQL allows 8,000. Longer lists of keys are read from the log. */
const MAX_PAYLOAD_BYTES = 7500;
/** Changes that the log keeps. A process that missed more treats everything as changed. */
const MAX_LOGGED_CHANGES = 1000;
/** Milliseconds between two polls of the version row. */
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
    // After a backup was restored, a version can occur again.
    .onConflictDoUpdate({ target: contentChanges.version, set: { keys: [...keys] } });
  await transaction
    .delete(contentChanges)
    .where(lte(contentChanges.version, version - MAX_LOGGED_CHANGES));
  const whole = [version, ...keys].join(' ');
  const payload = Buffer.byteLength(whole) > MAX_PAYLOAD_BYTES ? String(version) : whole;
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
  return version;
}

/** Returns the time of the last change of public content. */
export async function getLastChangeTime(queries: Queries): Promise<Date> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.changedAt;
}

/** Callbacks for content changes. */
export interface ChangeListener {
  /** Content with these cache keys has changed. */
  onChange(keys: readonly string[]): void;
  /** Changes were missed that the log no longer has: anything may have changed. */
  onUnknownChange(): void;
}

/**
 * Watches changes of public content by any process, each exactly once. Notifications arrive at once; changes that were missed
 * while the connection was lost are read from the log afterwards, and the version row is polled as a safety net. Returns a
 * function that stops watching.
 */
export async function watchChanges(
  { queries, listen }: Database,
  { onChange, onUnknownChange }: ChangeListener,
): Promise<() => Promise<void>> {
  let known = await getContentVersion(queries);
  let isReading = false;

  const readMissed = async () => {
    const since = known;
    const version = await getContentVersion(queries);
    if (version === since) return;
    const missed = await queries
      .select()
      .from(contentChanges)
      .where(gt(contentChanges.version, since))
      .orderBy(asc(contentChanges.version));
    // The version is lower after a backup was restored.
    known = missed.at(-1)?.version ?? version;
    // A release without the log may have raised the version.
    if (missed.length > 0 && missed.length === known - since)
      onChange(missed.flatMap(({ keys }) => keys));
    else onUnknownChange();
  };
  const catchUp = coalesceRuns(async () => {
    isReading = true;
    await readMissed().finally(() => {
      isReading = false;
    });
  });
  const onNotification = (payload: string) => {
    const [version, ...keys] = payload.split(' ');
    if (Number(version) <= known) return;
    // The log that is being read may contain it.
    if (isReading || Number(version) > known + 1 || !keys.length) return void catchUp();
    known += 1;
    onChange(keys);
  };

  const timer = setInterval(catchUp, POLL_INTERVAL).unref();
  const stop = await listen(CHANNEL, onNotification, catchUp);
  // Changes between the first read of the version and listening.
  await catchUp();
  return async () => {
    clearInterval(timer);
    await stop();
  };
}

/** Returns the version of public content: the number of its changes. */
export async function getContentVersion(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.version;
}

/** Runs one call at a time, and once more if it was called while running. Errors are ignored until the next run. */
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
