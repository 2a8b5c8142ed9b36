import { type DataRouter, matchRoutes, type RouteObject } from 'react-router';
import { prefetchChunk } from '#ui/lib/chunks.ts';
import { prefetchPayload } from './payloads.ts';

/** Milliseconds a pointer rests on a link before it counts as intent. */
const HOVER_DELAY = 65;
/** Milliseconds after a press in which the line is left to what it asks for. */
const QUIET_AFTER_PRESS = 1000;
/** Pages fetched ahead of each screen because the links to them are in view. */
const MAX_IN_VIEW = 3;

/** What browsers that know it say of the reader's line. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Fetches a page, and the code of its screen, when the reader is about to go there: when a mouse rests on a link to it,
 * when a finger touches it, when the keyboard reaches it. On a fast line the first few that are in view are fetched too,
 * once nothing else is to be done, what was pressed before the page was alive included. Readers who save data are left
 * alone, and those without a connection: on their way back the focus comes to a link they have pressed before.
 */
export function prefetchPages(router: DataRouter, routes: RouteObject[]): void {
  // Until now the browser did so, with whole documents.
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
    const address = screenUrlOf(target);
    if (address) resting = setTimeout(prefetch, HOVER_DELAY, address);
  });
  for (const sign of ['touchstart', 'focusin'] as const)
    addEventListener(
      sign,
      ({ target }) => {
        const address = screenUrlOf(target);
        if (!address) return;
        // A finger is over what it touches, too: to ask again would come into the middle of the move.
        clearTimeout(resting);
        prefetch(address);
      },
      { passive: true },
    );
}

/** Fetches what stands first in view of each screen that is come to, when the browser has nothing else to do. */
function prefetchInView(router: DataRouter, prefetch: (address: string) => void): void {
  const onQuiet = watchPresses();
  let shown: string | undefined;
  const look = () => {
    const { pathname, search } = router.state.location;
    if (router.state.navigation.state !== 'idle' || shown === pathname + search) return;
    shown = pathname + search;
    onQuiet(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main article a[href]')];
      const addresses = new Set(links.filter(isInView).flatMap((link) => screenUrlOf(link) ?? []));
      for (const address of [...addresses].slice(0, MAX_IN_VIEW)) prefetch(address);
    });
  };
  const begin = () => {
    router.subscribe(look);
    look();
  };
  // Said by entry-client.tsx; by then boot.ts has repeated what was pressed before.
  addEventListener('octavo:hydrated', begin, { once: true });
}

/** Returns how to have something done once no press waits for its answer and the browser is idle. */
function watchPresses(): (then: () => void) => void {
  const onIdle = self.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));
  let quietFrom = 0;
  const press = () => {
    quietFrom = performance.now() + QUIET_AFTER_PRESS;
  };
  addEventListener('click', press, { capture: true, passive: true });
  const onQuiet = (then: () => void) => {
    const left = quietFrom - performance.now();
    if (left > 0) setTimeout(onQuiet, left, then);
    else onIdle(() => (quietFrom > performance.now() ? onQuiet(then) : then()));
  };
  return onQuiet;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Path and query of the screen a link leads to, or `undefined` when it is none, or the one on show. */
export function screenUrlOf(target: EventTarget | null): string | undefined {
  if (!navigator.onLine) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  if (link.pathname === location.pathname || /^\/(api|auth|studio)\b/.test(link.pathname)) return;
  return link.pathname + link.search;
}
