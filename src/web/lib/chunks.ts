const KEY = 'reloaded-for-chunk';

/**
 * A page left open over several releases asks for a chunk that is gone. Vite says so with
 * `vite:preloadError`; the page then loads itself anew, once.
 */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    // Offline there is nothing to load: the page says so itself.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < 60_000) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
