import { asc, eq, gt, lte, sql } from 'drizzle-orm';
import { normalizeAlias } from '#domain/paths.ts';
import type { Database, Queries } from './database.ts';
import { contentChanges, contentVersion } from './schema.ts';

/**
 * A cache key of public content. Aliases are in lower case.
 * - `article:<id>`: an article
 * - `author:<alias>`: an author's profile
 * - `articles-of:<alias>`: the list of an author's articles
 * - `category:<id>`: the list of a category's articles
 * - `list`: the list of all articles
 * - `authors`: the list of authors with their profiles. Each change to an author's profile also changes this list.
 */
export type ContentCacheKey =
  | `article:${string}`
  | `author:${string}`
  | `articles-of:${string}`
  | `category:${string}`
  | 'list'
  | 'authors';

/**
 * Returns the part after the colon of each cache key of the given kind, such as the article IDs for the kind `article`.
 */
export function listIdsInCacheKeys(
  keys: readonly string[],
  kind: 'article' | 'author' | 'articles-of' | 'category',
): string[] {
  return keys.flatMap((key) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : []));
}

/** Returns the cache keys of the articles that a response contains. */
export function getCacheKeysOfArticles(articles: readonly { id: string }[]): ContentCacheKey[] {
  return articles.map(({ id }) => `article:${id}` as const);
}

/**
 * Returns the cache keys of a list of articles: an author's articles, a category's articles, or all articles. The list
 * of popular articles has no cache key, because it changes only once a day and cached responses that contain it expire
 * within minutes anyway.
 */
export function getCacheKeysOfArticleList({
  alias,
  category,
  show,
}: {
  alias?: string | undefined;
  category?: string | undefined;
  show?: string | undefined;
}): ContentCacheKey[] {
  if (show === 'popular') return [];
  if (alias) return [`articles-of:${normalizeAlias(alias)}`];
  return [category ? `category:${category}` : 'list'];
}

/** Returns the cache keys of the authors that a response contains. */
export function getCacheKeysOfAuthors(authors: readonly { alias: string }[]): ContentCacheKey[] {
  return authors.map(({ alias }) => `author:${normalizeAlias(alias)}` as const);
}

/**
 * NOTIFY channel for content changes. Older releases use another channel, but they also increment the content version.
 * This release detects their changes by polling that version.
 */
const CHANNEL = 'content_changes';
/**
 * Maximum size of a notification's payload in bytes. PostgreSQL allows fewer than 8,000 bytes. If the list of cache
 * keys is too long, the notification contains no keys, and receivers read the keys from the log of changes.
 */
const MAX_PAYLOAD_BYTES = 7500;
/** Maximum number of changes in the log. A process that has missed more changes treats all content as changed. */
const MAX_LOGGED_CHANGES = 1000;
/** Milliseconds between polls of the content version. */
const POLL_INTERVAL = 10_000;

/**
 * Notifies every process of a change to public content once the transaction commits. Returns the content version after
 * the change. The first change has version 1. Each transaction locks the row with the version until the transaction
 * ends, so versions are committed in order.
 */
export async function announceContentChange(
  transaction: Queries,
  keys: readonly ContentCacheKey[],
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
    // Overwrites an older change that has the same version. Versions repeat after a backup has been restored.
    .onConflictDoUpdate({ target: contentChanges.version, set: { keys: [...keys] } });
  await transaction
    .delete(contentChanges)
    .where(lte(contentChanges.version, version - MAX_LOGGED_CHANGES));
  const fullPayload = [version, ...keys].join(' ');
  const payload =
    Buffer.byteLength(fullPayload) > MAX_PAYLOAD_BYTES ? String(version) : fullPayload;
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
  return version;
}

/** Returns the time of the last change to public content. */
export async function getLastContentChangeTime(queries: Queries): Promise<Date> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.changedAt;
}

/** Callbacks for changes to public content. */
export interface ContentChangeListener {
  /** Called with the cache keys of content that has changed. */
  onChange(keys: readonly string[]): void;
  /**
   * Called when any content may have changed, because this process has missed changes that are not in the log, or may
   * have read outdated content from a replica.
   */
  onUnknownChange(): void;
}

/**
 * Watches the changes that all processes make to public content, and reports each change exactly once. If the
 * connection was lost, missed changes are read from the log after reconnecting. The content version is also polled, in
 * case a notification was lost. Returns a function that stops watching.
 */
export async function watchContentChanges(
  { queries, listen, onReturnToPrimary }: Database,
  { onChange, onUnknownChange }: ContentChangeListener,
): Promise<() => Promise<void>> {
  let knownVersion = await getContentVersion(queries);
  let isReading = false;

  const readMissedChanges = async () => {
    const previousVersion = knownVersion;
    const version = await getContentVersion(queries);
    if (version === previousVersion) return;
    const missedChanges = await queries
      .select()
      .from(contentChanges)
      .where(gt(contentChanges.version, previousVersion))
      .orderBy(asc(contentChanges.version));
    // The new value of `knownVersion` can be lower than the old one, because restoring a backup lowers the version.
    knownVersion = missedChanges.at(-1)?.version ?? version;
    // The log is incomplete if an older release has changed content, because older releases do not write to it.
    if (missedChanges.length > 0 && missedChanges.length === knownVersion - previousVersion)
      onChange(missedChanges.flatMap(({ keys }) => keys));
    else onUnknownChange();
  };
  const catchUp = coalesceRuns(async () => {
    isReading = true;
    await readMissedChanges().finally(() => {
      isReading = false;
    });
  });
  const onNotification = (payload: string) => {
    const [version, ...keys] = payload.split(' ');
    if (Number(version) <= knownVersion) return;
    // Reads the log of changes if this notification is not sufficient, for one of three reasons: earlier changes were
    // missed, the list of keys was too long to send, or the log is already being read and may contain this change.
    if (isReading || Number(version) > knownVersion + 1 || !keys.length) return void catchUp();
    knownVersion += 1;
    onChange(keys);
  };

  const timer = setInterval(catchUp, POLL_INTERVAL).unref();
  const stop = await listen(CHANNEL, onNotification, catchUp);
  const stopWatchingReturns = onReturnToPrimary(onUnknownChange);
  // Reads the changes that were made after the version was first queried, but before this process began to listen.
  await catchUp();
  return async () => {
    clearInterval(timer);
    stopWatchingReturns();
    await stop();
  };
}

/** Returns the version of public content, which is the number of changes so far. */
export async function getContentVersion(queries: Queries): Promise<number> {
  const [row] = await queries.select().from(contentVersion).where(eq(contentVersion.id, 1));
  return row!.version;
}

/**
 * Wraps a function so that its runs do not overlap. Any number of calls during a run cause only one further run. Errors
 * are ignored.
 */
function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRunRequested = false;
  const runAll = async () => {
    do {
      isRunRequested = false;
      await run().catch(() => {});
    } while (isRunRequested);
    running = undefined;
  };
  return () => {
    isRunRequested = true;
    running ??= runAll();
    return running;
  };
}
