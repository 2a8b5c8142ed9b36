import { type DataRouter, matchRoutes, type RouteObject } from 'react-router';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { isInView } from '#web/lib/is-in-view.ts';
import { prefetchPayload } from './payloads.ts';

/** Time in milliseconds that the pointer must rest on a link before the linked page is prefetched. */
const HOVER_DELAY = 65;
/**
 * Time in milliseconds after a click during which links in view are not prefetched, so that prefetching does not delay
 * the request that the click sends.
 */
const QUIET_AFTER_CLICK = 1000;
/** Maximum number of pages that are prefetched on each screen because links to them are in view. */
const MAX_IN_VIEW = 3;

/** The Network Information API, which only some browsers support. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Prefetches a page and the code of its screen when the reader hovers over a link, touches it or focuses it. On a fast
 * connection, also prefetches the pages of the first links in view once the browser is idle and
 * {@link QUIET_AFTER_CLICK} has passed since the last click. Does nothing for readers who have enabled data saving or
 * are offline.
 */
export function prefetchPagesOfLinks(router: DataRouter, routes: RouteObject[]): void {
  // Until hydration, the speculation rules let the browser prefetch whole documents. After hydration, payloads are
  // prefetched instead.
  for (const rules of document.querySelectorAll('script[type=speculationrules]')) rules.remove();
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData) return;
  const prefetch = (address: string) => {
    prefetchPayload(address);
    const route = matchRoutes(routes, address.split('?', 1)[0]!)?.at(-1)?.route;
    const { lazy } = route ?? {};
    if (typeof lazy === 'function') prefetchChunk(lazy);
  };
  prefetchOnIntent(prefetch);
  if (connection?.effectiveType === '4g') prefetchInView(router, prefetch);
}

function prefetchOnIntent(prefetch: (address: string) => void): void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  addEventListener('pointerover', ({ target }) => {
    clearTimeout(resting);
    const address = getLinkedScreenUrl(target);
    if (address) resting = setTimeout(prefetch, HOVER_DELAY, address);
  });
  for (const sign of ['touchstart', 'focusin'] as const)
    addEventListener(
      sign,
      ({ target }) => {
        const address = getLinkedScreenUrl(target);
        if (!address) return;
        // A touch also fires `pointerover`. The hover timer that it starts would prefetch again during the navigation.
        clearTimeout(resting);
        prefetch(address);
      },
      { passive: true },
    );
}

/** Prefetches the pages of the first links in view on each screen when the browser is idle. */
function prefetchInView(router: DataRouter, prefetch: (address: string) => void): void {
  const onQuiet = watchClicks();
  let shown: string | undefined;
  const look = () => {
    const { pathname, search } = router.state.location;
    if (router.state.navigation.state !== 'idle' || shown === pathname + search) return;
    shown = pathname + search;
    onQuiet(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main article a[href]')];
      const addresses = new Set(
        links.filter(isInView).flatMap((link) => getLinkedScreenUrl(link) ?? []),
      );
      for (const address of [...addresses].slice(0, MAX_IN_VIEW)) prefetch(address);
    });
  };
  const begin = () => {
    router.subscribe(look);
    look();
  };
  // `entry-client.tsx` dispatches `octavo:hydrated` after `boot.ts` has replayed early clicks.
  addEventListener('octavo:hydrated', begin, { once: true });
}

/**
 * Returns a function that runs a callback once the browser is idle and {@link QUIET_AFTER_CLICK} milliseconds have
 * passed since the last click.
 */
function watchClicks(): (then: () => void) => void {
  const onIdle = self.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));
  let quietFrom = 0;
  const noteClick = () => {
    quietFrom = performance.now() + QUIET_AFTER_CLICK;
  };
  addEventListener('click', noteClick, { capture: true, passive: true });
  const onQuiet = (then: () => void) => {
    const left = quietFrom - performance.now();
    if (left > 0) setTimeout(onQuiet, left, then);
    else onIdle(() => (quietFrom > performance.now() ? onQuiet(then) : then()));
  };
  return onQuiet;
}

/**
 * Returns the path and query of the screen that a link leads to. Returns `undefined` for other targets, for the current
 * page, and while the browser is offline.
 */
export function getLinkedScreenUrl(target: EventTarget | null): string | undefined {
  if (!navigator.onLine) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  if (link.pathname === location.pathname || /^\/(api|auth|studio)\b/.test(link.pathname)) return;
  return link.pathname + link.search;
}
