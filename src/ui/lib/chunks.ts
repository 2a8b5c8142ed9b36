import { holdErrorsWhileLeaving, isLeaving } from './leaving.ts';
import { isServerReachable } from './server-reachable.ts';
import { readStoredText, writeStoredText } from './storage.ts';

const RELOAD_TIME_KEY = 'reloaded-for-chunk';
/** Minimum number of milliseconds between two reloads for a missing chunk. */
const RELOAD_INTERVAL = 60_000;

/** Resolves with true if the page is being reloaded for a missing chunk. */
let reloading = Promise.resolve(false);
/** The number of chunks that are being prefetched. */
let prefetchCount = 0;

/**
 * Reloads the page if a chunk of an old release no longer exists. Vite reports this as a `vite:preloadError` event. If
 * a navigation is in progress, loads the URL that `getDestination` returns instead. Reloads at most once a minute.
 */
export function reloadOnStaleChunk(getDestination: () => string | undefined): void {
  const reload = async () => {
    // Without the network, a saved page or a playing narration would be interrupted in vain.
    if (!(await isServerReachable())) return false;
    // Browsers stop loading the chunks of a document that the reader is leaving. A reload would replace the reader's
    // navigation.
    if (isLeaving()) return false;
    const now = Date.now();
    if (now - Number(readStoredText('sessionStorage', RELOAD_TIME_KEY)) < RELOAD_INTERVAL)
      return false;
    // Without storage, the time of the last reload is unknown, and the page could reload endlessly.
    if (!writeStoredText('sessionStorage', RELOAD_TIME_KEY, String(now))) return false;
    const { pathname, search, hash } = location;
    const targetUrl = getDestination();
    // Assigning the current URL with a fragment would only scroll the page, not reload it.
    if (targetUrl && targetUrl !== pathname + search + hash) location.assign(targetUrl);
    else location.reload();
    return true;
  };
  addEventListener('vite:preloadError', () => {
    // A failed prefetch does not require a reload.
    if (prefetchCount > 0 && getDestination() === undefined) return;
    // A screen may miss several chunks. Only the first one reloads the page.
    const earlierReload = reloading;
    reloading = reload().then((isReloading) => isReloading || earlierReload);
  });
}

/**
 * Waits for a chunk to load. While the page reloads for a newer release, the promise never settles, so no error
 * appears.
 */
export function awaitChunk<Code>(loading: Promise<Code>): Promise<Code> {
  return holdErrorsWhileLeaving(loading).catch(async (error: unknown) => {
    if (await reloading) return new Promise(() => {});
    throw error;
  });
}

/** Prefetches a chunk, and ignores failures. */
export async function prefetchChunk(load: () => PromiseLike<unknown>): Promise<void> {
  prefetchCount++;
  try {
    await load();
  } catch {
    // The chunk is requested again when it is needed.
  } finally {
    prefetchCount--;
  }
}
