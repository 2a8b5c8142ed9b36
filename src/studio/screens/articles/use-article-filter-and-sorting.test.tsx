// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider, useSearchParams } from 'react-router';
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

it('keeps the space after a typed word while it stores the word in the URL', async () => {
  const { result, unmount } = renderHook(
    () => {
      const [search, setSearch] = useSearchParams();
      return { ...useArticleFilterAndSorting(), textInUrl: search.get('q'), setSearch };
    },
    { wrapper: BrowserRoute },
  );
  act(() => result.current.type('iron '));
  await waitFor(() => expect(result.current.textInUrl).toBe('iron'));
  expect(result.current.typed).toBe('iron ');
  await act(async () => result.current.setSearch({ q: 'copper' }));
  await waitFor(() => expect(result.current.typed).toBe('copper'));
  unmount();
  history.replaceState(null, '', '/');
});

/**
 * Renders the children as the only route of a browser router. Like the studio's router, it navigates asynchronously.
 */
function BrowserRoute({ children }: { children: ReactNode }) {
  return <RouterProvider router={createBrowserRouter([{ path: '*', element: children }])} />;
}

async function waitUntilUrlContains(text: string): Promise<void> {
  while (!location.search.includes(text)) await Promise.resolve();
}
