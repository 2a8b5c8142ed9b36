import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { createStudioQueryClient } from './lib/studio-api.ts';
import { STUDIO_SCREENS } from './screens.ts';
import { ScreenCodeNotLoaded, ScreenError } from './shell/screen-error.tsx';
import { ScreenNotFound } from './shell/screen-not-found.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The studio, the app in which editors work. Each screen has an entry in `screens.ts`. Related screens share a folder
 * in `screens/`. Shared code is in `ui/` (components that are independent of articles) and `lib/` (API calls, the
 * signed-in member). Only `preview/` imports components from the readers' pages.
 */
export function StudioApp() {
  const [queryClient] = useState(createStudioQueryClient);
  const [router] = useState(() => createBrowserRouter(ROUTES, { basename: '/studio' }));
  return (
    <QueryClientProvider client={queryClient}>
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
      ...STUDIO_SCREENS.map(({ path, load }) => ({
        path,
        ErrorBoundary: ScreenError,
        // React Router renders a route or its error boundary only after the route's `lazy` function has resolved
        // (`_renderMatches`). Therefore, a failed import resolves to a component that shows the error.
        lazy: async () => ({
          Component: await awaitChunk(load()).catch(() => ScreenCodeNotLoaded),
        }),
      })),
      { path: '*', Component: ScreenNotFound },
    ],
  },
];
