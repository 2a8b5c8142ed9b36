import { readStoredText, writeStoredText } from './storage.ts';

const KEY = 'reloaded-for-chunk';
/** Milliseconds after which another release may have taken away another chunk. */
const RELOAD_INTERVAL = 60_000;

let isLeaving = false;
/** Chunks that are being fetched ahead. */
let prefetching = 0;

/**
 * A page left open over several releases asks for a chunk that is gone. Vite says so with
 * `vite:preloadError`; the page then loads anew, once: that of `destination`, where a move is under way.
 */
export function reloadOnStaleChunk(destination: () => string | undefined): void {
  addEventListener('vite:preloadError', () => {
    // Offline there is nothing to load: the page says so itself.
    if (!navigator.onLine) return;
    // Nobody has asked for it yet.
    if (prefetching > 0 && destination() === undefined) return;
    const now = Date.now();
    if (now - Number(readStoredText('sessionStorage', KEY)) < RELOAD_INTERVAL) return;
    // A page that cannot remember having loaded anew would do so without end.
    if (!writeStoredText('sessionStorage', KEY, String(now))) return;
    isLeaving = true;
    const { pathname, search, hash } = location;
    const next = destination();
    // To its own address a page with a fragment would scroll, and not load.
    if (next && next !== pathname + search + hash) location.assign(next);
    else location.reload();
  });
}

/** The code of a chunk; stays open while the page leaves for a newer one, so that nothing is said to be broken. */
export function loadChunk<Code>(loading: Promise<Code>): Promise<Code> {
  return loading.catch((error: unknown) => {
    if (isLeaving) return new Promise(() => {});
    throw error;
  });
}

/** Fetches the code of a chunk before it is wanted. What fails is fetched again when it is, and told then. */
export async function prefetchChunk(load: () => PromiseLike<unknown>): Promise<void> {
  prefetching++;
  try {
    await load();
  } catch {
    // Whoever reads is not held up by what they have not asked for.
  } finally {
    prefetching--;
  }
}
