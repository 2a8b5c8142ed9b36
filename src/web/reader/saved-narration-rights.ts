/** The right to play downloaded narrations, for the code that saves them and for the service worker. */
import { NARRATION_CACHE_PREFIX } from './saved-pages.ts';

/** Milliseconds for which downloads can be played after a check that the reader has Premium. */
const RIGHTS_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/** Key under which a cache stores the time of the last check as JSON. It is not the path of a page. */
const CHECK_KEY = '/narration-rights.json';

/** Returns the caches with downloads. There is at most one, unless another reader's was not deleted yet. */
export async function openNarrationCaches(): Promise<Cache[]> {
  return Promise.all((await listNarrationCacheNames()).map((name) => caches.open(name)));
}

/** Deletes the downloads of all readers. */
export async function removeNarrationCaches(): Promise<void> {
  for (const name of await listNarrationCacheNames()) await caches.delete(name);
}

/** Records that the server has confirmed the reader's right to play the downloads in a cache. */
export async function recordRightsCheck(cache: Cache): Promise<void> {
  await cache.put(CHECK_KEY, new Response(JSON.stringify({ checkedAt: Date.now() })));
}

/** Returns the milliseconds since the last check of the right to play the downloads in a cache. */
export async function readRightsAge(cache: Cache): Promise<number> {
  const stored = await cache.match(CHECK_KEY);
  if (!stored) return Number.POSITIVE_INFINITY;
  const { checkedAt } = (await stored.json()) as { checkedAt: number };
  return Date.now() - checkedAt;
}

/** Returns true if the downloads in a cache can be played without another check. */
export async function hasValidRights(cache: Cache): Promise<boolean> {
  return (await readRightsAge(cache)) < RIGHTS_LIFETIME;
}

async function listNarrationCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(NARRATION_CACHE_PREFIX));
}
