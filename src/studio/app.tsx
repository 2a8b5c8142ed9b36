import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadChunk } from '#ui/lib/chunks.ts';
import { newQueries } from './lib/queries.ts';
import { SCREENS } from './screens.ts';
import { Failed, Unloaded } from './shell/failed.tsx';
import { Missing } from './shell/missing.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The studio: the back office of whoever edits Octavo. Each screen is a row of `screens.ts` (its address, its place in
 * the navigation and the palette, its chunk) and a folder below `screens/`; what several share is in `ui/` (widgets that
 * know nothing of articles) and `lib/` (calls, who is here). It shares the readers' design system and nothing else.
 */
export function Studio() {
  const [queries] = useState(newQueries);
  const [router] = useState(() => createBrowserRouter(ROUTES, { basename: '/studio' }));
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

const ROUTES: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: Failed,
    HydrateFallback: () => null,
    children: [
      ...SCREENS.map(({ path, load }) => ({
        path,
        ErrorBoundary: Failed,
        // Of a route that still has a `lazy` the router draws nothing, its error boundary neither (`_renderMatches`).
        lazy: async () => ({ Component: await loadChunk(load()).catch(() => Unloaded) }),
      })),
      { path: '*', Component: Missing },
    ],
  },
];
