// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useArticleFilterAndSorting } from './use-article-filter-and-sorting.ts';

it('keeps a filter if the sorting changes before the page shows the filter', async () => {
  const { result, unmount } = renderHook(useArticleFilterAndSorting, { wrapper: BrowserRoute });
  await act(async () => {
    result.current.narrow({ status: 'published' });
    await waitUntilUrlContains('status=published');
    result.current.sort({ id: 'title', desc: false });
    await waitUntilUrlContains('sort=title');
  });
  expect(result.current.filter.status).toBe('published');
  expect(location.search).toBe('?status=published&sort=title');
  unmount();
  history.replaceState(null, '', '/');
});

/** Renders the children in the studio's router, which navigates asynchronously, with a single route. */
function BrowserRoute({ children }: { children: ReactNode }) {
  return <RouterProvider router={createBrowserRouter([{ path: '*', element: children }])} />;
}

async function waitUntilUrlContains(text: string): Promise<void> {
  while (!location.search.includes(text)) await Promise.resolve();
}
