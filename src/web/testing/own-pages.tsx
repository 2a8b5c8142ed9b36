import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { Toaster } from '#ui/toast.tsx';
import { dropPersonalPayloads, loadPayload } from '#web/pages/payloads.ts';
import { Queries } from '#web/queries.tsx';
import { settle } from './render.tsx';

/** Opens a path as a new page, and waits until its screen is hydrated. */
export async function openPage(path: string, Component: ComponentType) {
  dropPersonalPayloads();
  vi.stubGlobal('scrollTo', vi.fn());
  const route = { path, Component, loader: loadPayload, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([route], { initialEntries: [path] });
  const view = render(
    <Queries>
      <RouterProvider router={router} />
      <Toaster />
    </Queries>,
  );
  await screen.findByRole('heading', { level: 1 });
  await settle();
  return view;
}

/** Returns the names of the items in the list on the page, in order. */
export function listedNames(): (string | null)[] {
  return screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h2')?.textContent ?? null);
}
