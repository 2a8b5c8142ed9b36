import { type DataRouter, matchRoutes, type RouteObject } from 'react-router';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { isInView } from '#web/lib/is-in-view.ts';
import { prefetchPayload } from './payloads.ts';

/** Time in milliseconds that the pointer must rest on a link before the linked page is prefetched. */
const HOVER_DELAY = 65;
/**
 * Time in milliseconds after a click during which links in view are not prefetched. Prefetching must not delay the
 * request that the click sends.
 */
const QUIET_AFTER_CLICK = 1000;
/** Maximum number of pages that are prefetched per screen because their links are in view. */
const MAX_IN_VIEW = 3;

/** The Network Information API, which only some browsers support. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Prefetches a page and its screen's code when the reader hovers over a link, touches it or focuses it. On a fast
 * connection, also prefetches the pages of the first links in view. This happens once the browser is idle and
 * {@link QUIET_AFTER_CLICK} milliseconds have passed since the last click. Does nothing if the reader has enabled data
 * saving or is offline.
 */
export function prefetchPagesOfLinks(router: DataRouter, routes: RouteObject[]): void {
  // Until hydration, speculation rules let the browser prefetch whole documents. After hydration, payloads are
  // prefetched instead, so the rules are removed.
  for (const rules of document.querySelectorAll('script[type=speculationrules]')) rules.remove();
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  const prefetch = (url: string) => {
    prefetchPayload(url);
    const route = matchRoutes(routes, url.split('?', 1)[0]!)?.at(-1)?.route;
    const { lazy } = route ?? {};
    if (typeof lazy === 'function') prefetchChunk(lazy);
  };
  prefetchOnIntent(prefetch);
  if (connection?.effectiveType === '4g') prefetchInView(router, prefetch);
}

function prefetchOnIntent(prefetch: (url: string) => void): void {
  let hoverTimer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('pointerover', ({ target }) => {
    clearTimeout(hoverTimer);
    const url = getLinkedScreenUrl(target);
    if (url) hoverTimer = setTimeout(prefetch, HOVER_DELAY, url);
  });
  for (const type of ['touchstart', 'focusin'] as const)
    addEventListener(
      type,
      ({ target }) => {
        const url = getLinkedScreenUrl(target);
        if (!url) return;
        // A touch also fires `pointerover`, which starts the hover timer. The timer would prefetch the page a second
        // time.
        clearTimeout(hoverTimer);
        prefetch(url);
      },
      { passive: true },
    );
}

/** Prefetches the pages of the first links in view on each screen when the browser is idle. */
function prefetchInView(router: DataRouter, prefetch: (url: string) => void): void {
  const runWhenQuiet = createQuietScheduler();
  let lastUrl: string | undefined;
  const prefetchNewScreen = () => {
    const { pathname, search } = router.state.location;
    if (router.state.navigation.state !== 'idle' || lastUrl === pathname + search) return;
    lastUrl = pathname + search;
    runWhenQuiet(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main article a[href]')];
      const urls = new Set(
        links.filter(isInView).flatMap((link) => getLinkedScreenUrl(link) ?? []),
      );
      for (const url of [...urls].slice(0, MAX_IN_VIEW)) prefetch(url);
    });
  };
  const start = () => {
    router.subscribe(prefetchNewScreen);
    prefetchNewScreen();
  };
  // On the same event, `boot.ts` replays clicks from before hydration. Its listener was added first, so `runWhenQuiet`
  // already knows of these clicks.
  addEventListener('octavo:hydrated', start, { once: true });
}

/**
 * Returns a function that runs a callback once the browser is idle and the last click was at least
 * {@link QUIET_AFTER_CLICK} milliseconds ago.
 */
function createQuietScheduler(): (callback: () => void) => void {
  const requestIdle =
    self.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 500));
  let quietAt = 0;
  const recordClick = () => {
    quietAt = performance.now() + QUIET_AFTER_CLICK;
  };
  addEventListener('click', recordClick, { capture: true, passive: true });
  const runWhenQuiet = (callback: () => void) => {
    const remaining = quietAt - performance.now();
    if (remaining > 0) setTimeout(runWhenQuiet, remaining, callback);
    else requestIdle(() => (quietAt > performance.now() ? runWhenQuiet(callback) : callback()));
  };
  return runWhenQuiet;
}

/**
 * Matches paths that do not lead to a screen for readers: the API, sign-in, the studio, and files like `/licences.txt`.
 */
const NOT_A_SCREEN = /^\/(api|auth|studio)\b|\.\w+$/;

/**
 * Returns the path and query of the screen that a link opens. Returns `undefined` for other links,
 * for links to the sign-in page or to the current path, and while the browser is offline.
 */
export function getLinkedScreenUrl(target: EventTarget | null): string | undefined {
  if (!navigator.onLine) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  if (link.pathname === location.pathname || NOT_A_SCREEN.test(link.pathname)) return;
  return link.pathname + link.search;
}
