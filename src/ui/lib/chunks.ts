import { readStoredText, writeStoredText } from './storage.ts';

const KEY = 'reloaded-for-chunk';
/** Milliseconds until the page may reload for a chunk again. */
const RELOAD_INTERVAL = 60_000;

let isLeaving = false;
/** The number of chunks that are being prefetched. */
let prefetching = 0;

/**
 * Reloads the page when a chunk of an old release no longer exists, which Vite reports as `vite:preloadError`. During a
 * navigation, loads the page of `destination` instead. Reloads at most once a minute.
 */
export function reloadOnStaleChunk(destination: () => string | undefined): void {
  addEventListener('vite:preloadError', () => {
    // Offline, a reload would fail; the page shows its offline screen.
    if (!navigator.onLine) return;
    // A failed prefetch is no reason to reload.
    if (prefetching > 0 && destination() === undefined) return;
    const now = Date.now();
    if (now - Number(readStoredText('sessionStorage', KEY)) < RELOAD_INTERVAL) return;
    // Without storage, the page would reload forever.
    if (!writeStoredText('sessionStorage', KEY, String(now))) return;
    isLeaving = true;
    const { pathname, search, hash } = location;
    const next = destination();
    // Assigning the current URL with a fragment would only scroll.
    if (next && next !== pathname + search + hash) location.assign(next);
    else location.reload();
  });
}

/** Waits for a chunk. Never settles while the page reloads for a newer release, so that no error appears. */
export function loadChunk<Code>(loading: Promise<Code>): Promise<Code> {
  return loading.catch((error: unknown) => {
    if (isLeaving) return new Promise(() => {});
    throw error;
  });
}

/** Prefetches a chunk. Ignores failures: the chunk is requested again when it is needed. */
export async function prefetchChunk(load: () => PromiseLike<unknown>): Promise<void> {
  prefetching++;
  try {
    await load();
  } catch {
    // The reader has not requested it.
  } finally {
    prefetching--;
  }
}
