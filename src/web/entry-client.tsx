import '#ui/styles.ts';
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  createPath,
  type DataRouter,
  type HydrationState,
  matchRoutes,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reloadOnStaleChunk } from '#ui/lib/chunks.ts';
import { reportUncaughtErrors } from '#ui/lib/error-reports.ts';
import { watchLeaving } from '#ui/lib/leaving.ts';
import { loadStatusScreenCode } from './layout/get-status-screen.tsx';
import { watchShortcutKeys } from './layout/watch-shortcut-keys.ts';
import { IsHydratedContext } from './lib/browser-value.ts';
import { followLinksInText } from './pages/links-in-text.ts';
import { readEmbeddedPayload } from './pages/payloads.ts';
import { prefetchPagesOfLinks } from './pages/prefetch.ts';
import { routes } from './routes.tsx';

reportUncaughtErrors();
watchLeaving();
let router: DataRouter | undefined;
reloadOnStaleChunk(() => {
  const { location } = router?.state.navigation ?? {};
  return location && createPath(location);
});

const matches = matchRoutes(routes, location) ?? [];
const screen = matches.at(-1)?.route;

// React can only hydrate loaded components, so the components of the current screen load first.
for (const { route } of matches)
  if (typeof route.lazy === 'function')
    Object.assign(route, await route.lazy(), { lazy: undefined });

await yieldToEvents();
const payload = readEmbeddedPayload();
if (payload) await loadStatusScreenCode(payload);
const hydrationData: HydrationState | undefined =
  payload && screen?.id ? { loaderData: { [screen.id]: payload } } : undefined;
router = createBrowserRouter(routes, hydrationData ? { hydrationData } : {});
await whenInitialized(router);
await yieldToEvents();
prefetchPagesOfLinks(router, routes);
followLinksInText(router);
watchShortcutKeys();

// Hydration runs as a transition, so that scrolling stays smooth.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <HydrationBoundary>
        <RouterProvider router={router} />
      </HydrationBoundary>
    </StrictMode>,
  );
});

/** Waits for one task, during which the browser can handle events. */
function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Renders the page as the server did, then a second time with values that only the browser has, such as the session.
 */
function HydrationBoundary({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    // This event notifies `boot.ts` that React handles all further events. It is dispatched after the second render.
    if (isHydrated) setTimeout(() => dispatchEvent(new Event('octavo:hydrated')));
  }, [isHydrated]);
  return <IsHydratedContext value={isHydrated}>{children}</IsHydratedContext>;
}

/**
 * Resolves when the router has the data of its screen. The data is available immediately, or after a request if the
 * data embedded in the page is unusable. Without the data, React would render a second page below the one from the
 * server.
 */
function whenInitialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}
