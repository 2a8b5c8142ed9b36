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
import { watchErrors } from '#ui/lib/error-reports.ts';
import { watchTheme } from './features/appearance/theme.ts';
import { loadStatusScreen } from './layout/status-screen-for.tsx';
import { HydrationComplete } from './lib/browser-value.ts';
import { followLinksInText } from './pages/links-in-text.ts';
import { readEmbeddedPayload } from './pages/payloads.ts';
import { prefetchPages } from './pages/prefetch.ts';
import { routes } from './routes.tsx';

watchErrors();
watchTheme();
registerInlineStyles();
let router: DataRouter | undefined;
reloadOnStaleChunk(() => {
  const { location } = router?.state.navigation ?? {};
  return location && createPath(location);
});

const matches = matchRoutes(routes, location) ?? [];
const screen = matches.at(-1)?.route;

// React can only hydrate what it has: the screen of this address is loaded before it starts.
for (const { route } of matches)
  if (typeof route.lazy === 'function')
    Object.assign(route, await route.lazy(), { lazy: undefined });

await yieldToEvents();
const payload = readEmbeddedPayload();
if (payload) await loadStatusScreen(payload);
const hydrationData: HydrationState | undefined =
  payload && screen?.id ? { loaderData: { [screen.id]: payload } } : undefined;
router = createBrowserRouter(routes, hydrationData ? { hydrationData } : {});
await whenInitialized(router);
await yieldToEvents();
prefetchPages(router, routes);
followLinksInText(router);

// In small steps: whoever has begun to read and scroll is not held up.
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

/** Ends a step: what has been pressed in it is answered before the next one. */
function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Draws the page as it came from the server, and then as the browser knows it: by who is signed in, for one. */
function HydrationBoundary({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    // Tells `boot.ts` that whatever is pressed from here on is heard, once all else that follows has been drawn.
    if (isHydrated) setTimeout(() => dispatchEvent(new Event('octavo:hydrated')));
  }, [isHydrated]);
  return <HydrationComplete value={isHydrated}>{children}</HydrationComplete>;
}

/** Styles that stand in the document are not fetched once more with the chunks they belong to. */
function registerInlineStyles(): void {
  const sheets = document.querySelector<HTMLElement>('style[data-sheets]')?.dataset.sheets;
  for (const href of sheets?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = true;
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Resolves when the router has what its screen shows: at once, or where the page's own data is unusable, when
 * it has fetched it. React, started before, would put a second page under the server's.
 */
function whenInitialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}
