import { holdErrorsWhileLeavingDocument, isLeavingDocument } from './leaving.ts';
import { isServerReachable } from './server-reachable.ts';
import { readStoredText, writeStoredText } from './storage.ts';

const RELOAD_TIME_KEY = 'reloaded-for-chunk';
/** Minimum time in milliseconds between two reloads that are caused by missing chunks. */
const RELOAD_INTERVAL = 60_000;

/** Resolves with true if the page is being reloaded because a chunk is missing. */
let reloading = Promise.resolve(false);
/** Number of chunks that are currently being prefetched. */
let prefetchCount = 0;

/**
 * Reloads the page when a chunk (a JavaScript file) from an old release no longer exists. Vite reports a missing chunk
 * as a `vite:preloadError` event. If a navigation is in progress, the function loads the URL that `getDestination`
 * returns instead of the current page. It reloads at most once a minute.
 */
export function reloadOnStaleChunk(getDestination: () => string | undefined): void {
  const reload = async () => {
    // If the server is unreachable, a reload cannot help. It would only interrupt a reader who is reading a saved page
    // or listening to a narration.
    if (!(await isServerReachable())) return false;
    // When the reader leaves a document, browsers abort the loading of its chunks. A reload would then cancel the
    // reader's navigation.
    if (isLeavingDocument()) return false;
    const now = Date.now();
    if (now - Number(readStoredText('sessionStorage', RELOAD_TIME_KEY)) < RELOAD_INTERVAL)
      return false;
    // If storage is blocked, the time of the reload cannot be stored. The page is then not reloaded, because it could
    // reload endlessly.
    if (!writeStoredText('sessionStorage', RELOAD_TIME_KEY, String(now))) return false;
    const { pathname, search, hash } = location;
    const targetUrl = getDestination();
    // If the target URL is the current URL with a fragment, assigning it would only scroll the page and not reload it.
    if (targetUrl && targetUrl !== pathname + search + hash) location.assign(targetUrl);
    else location.reload();
    return true;
  };
  addEventListener('vite:preloadError', () => {
    // If the missing chunk was only prefetched, no reload is needed.
    if (prefetchCount > 0 && getDestination() === undefined) return;
    // A screen may need several missing chunks. Only the first one triggers a reload.
    const earlierReload = reloading;
    reloading = reload().then((isReloading) => isReloading || earlierReload);
  });
}

/**
 * Waits until a chunk has loaded. If the page is being reloaded because of a missing chunk, the promise never settles,
 * so the reader sees no error.
 */
export function awaitChunk<Code>(loading: Promise<Code>): Promise<Code> {
  return holdErrorsWhileLeavingDocument(loading).catch(async (error: unknown) => {
    if (await reloading) return new Promise(() => {});
    throw error;
  });
}

/** Prefetches a chunk. Ignores failures. */
export async function prefetchChunk(load: () => PromiseLike<unknown>): Promise<void> {
  prefetchCount++;
  try {
    await load();
  } catch {
    // The failure is ignored, because the code that needs the chunk will request it again.
  } finally {
    prefetchCount--;
  }
}
