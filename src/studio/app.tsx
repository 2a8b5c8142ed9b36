import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadChunk } from '#ui/lib/chunks.ts';
import { createQueryClient } from './lib/studio-api.ts';
import { SCREENS } from './screens.ts';
import { ScreenError, ScreenNotLoaded } from './shell/screen-error.tsx';
import { ScreenNotFound } from './shell/screen-not-found.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The studio: the back office of whoever edits Octavo. Each screen is a row of `screens.ts` (its address, its place in
 * the navigation and the palette, its chunk) and a folder below `screens/`; what several share is in `ui/` (widgets that
 * know nothing of articles) and `lib/` (calls, who is here). It shares the readers' design system and nothing else.
 */
export function Studio() {
  const [queries] = useState(createQueryClient);
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
    ErrorBoundary: ScreenError,
    HydrateFallback: () => null,
    children: [
      ...SCREENS.map(({ path, load }) => ({
        path,
        ErrorBoundary: ScreenError,
        // Of a route that still has a `lazy` the router draws nothing, its error boundary neither (`_renderMatches`).
        lazy: async () => ({ Component: await loadChunk(load()).catch(() => ScreenNotLoaded) }),
      })),
      { path: '*', Component: ScreenNotFound },
    ],
  },
];
