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
import { watchDocumentLeaving } from '#ui/lib/leaving.ts';
import { loadStatusScreenCode } from './layout/get-status-screen.tsx';
import { watchShortcutKeys } from './layout/watch-shortcut-keys.ts';
import { IsHydratedContext } from './lib/browser-value.ts';
import { handleLinkClicksInText } from './pages/links-in-text.ts';
import { readEmbeddedPayload } from './pages/payloads.ts';
import { prefetchPagesOfLinks } from './pages/prefetch.ts';
import { routes } from './routes.tsx';

reportUncaughtErrors();
watchDocumentLeaving();
let router: DataRouter | undefined;
reloadOnStaleChunk(() => {
  const { location } = router?.state.navigation ?? {};
  return location && createPath(location);
});

const matches = matchRoutes(routes, location) ?? [];
const screen = matches.at(-1)?.route;

// React can hydrate only components that are loaded, so the current screen's components are loaded first.
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
handleLinkClicksInText(router);
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

/** Waits for the next task, so that the browser can handle pending events first. */
function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Renders the page in the same way as the server did. Then renders it again with values that are known only in the
 * browser, such as the session.
 */
function HydrationBoundary({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    // This event tells `boot.ts` that React now handles all events. It is dispatched after the second render.
    if (isHydrated) setTimeout(() => dispatchEvent(new Event('octavo:hydrated')));
  }, [isHydrated]);
  return <IsHydratedContext value={isHydrated}>{children}</IsHydratedContext>;
}

/**
 * Resolves once the router has loaded the current screen's data. Without the data, React would render a second page
 * below the one from the server. If the data embedded in the page is unusable, the router requests it from the server.
 */
function whenInitialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}
