/** Functions that store and check the right to play downloaded narrations. Pages and the service worker use them. */
import { NARRATION_CACHE_PREFIX } from './saved-pages.ts';

/** After the server has confirmed that the reader has Premium, downloads can be played for this many milliseconds. */
const RIGHTS_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/**
 * The cache key for the time of the last rights check, which is stored as JSON. It looks like a path, but no page has
 * this path.
 */
const CHECK_KEY = '/narration-rights.json';

/**
 * Returns the caches with downloaded narrations. There is only one, unless a previous reader's cache has not been
 * deleted yet.
 */
export async function openNarrationCaches(): Promise<Cache[]> {
  return Promise.all((await listNarrationCacheNames()).map((name) => caches.open(name)));
}

/** Deletes the downloaded narrations of all readers. */
export async function removeNarrationCaches(): Promise<void> {
  for (const name of await listNarrationCacheNames()) await caches.delete(name);
}

/**
 * Stores the current time as the time at which the server last confirmed that the reader may play a cache's downloads.
 */
export async function recordRightsCheck(cache: Cache): Promise<void> {
  await cache.put(CHECK_KEY, new Response(JSON.stringify({ checkedAt: Date.now() })));
}

/**
 * Returns the time in milliseconds since the server last confirmed that the reader may play the downloads in a cache.
 * Returns `Infinity` if it never has.
 */
export async function readRightsAge(cache: Cache): Promise<number> {
  const stored = await cache.match(CHECK_KEY);
  if (!stored) return Number.POSITIVE_INFINITY;
  const { checkedAt } = (await stored.json()) as { checkedAt: number };
  return Date.now() - checkedAt;
}

/** Returns true if the downloads in a cache can be played without asking the server again. */
export async function hasValidRights(cache: Cache): Promise<boolean> {
  return (await readRightsAge(cache)) < RIGHTS_LIFETIME;
}

async function listNarrationCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(NARRATION_CACHE_PREFIX));
}
