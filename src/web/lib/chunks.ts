const KEY = 'reloaded-for-chunk';

let isLeaving = false;

/**
 * A page left open over several releases asks for a chunk that is gone. Vite says so with
 * `vite:preloadError`; the page then loads anew, once: that of `destination`, where a move is under way.
 */
export function reloadOnStaleChunk(destination: () => string | undefined): void {
  addEventListener('vite:preloadError', () => {
    // Offline there is nothing to load: the page says so itself.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < 60_000) return;
    sessionStorage.setItem(KEY, String(Date.now()));
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
