import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { Toaster } from '#ui/toast.tsx';
import { loadRoutePayload, removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { QueryProvider } from '#web/query-provider.tsx';
import { waitForResponses } from './render.tsx';

/** Opens a path as a new page, and waits until its screen is rendered. */
export async function openPage(path: string, Component: ComponentType) {
  removeCachedPersonalPayloads();
  vi.stubGlobal('scrollTo', vi.fn());
  const route = { path, Component, loader: loadRoutePayload, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([route], { initialEntries: [path] });
  const view = render(
    <QueryProvider>
      <RouterProvider router={router} />
      <Toaster />
    </QueryProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  await waitForResponses();
  return view;
}

/** Returns the headings of all list items on the page, in order. If an item has no heading, its entry is `null`. */
export function getListItemHeadings(): (string | null)[] {
  return screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h2')?.textContent ?? null);
}
