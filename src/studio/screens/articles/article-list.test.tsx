// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, startFakeServer } from '#web/testing/server.ts';
import { ArticleList } from './article-list.tsx';

afterEach(resetPage);

it('counts a single article in the singular', async () => {
  const mediaQueryList = { matches: false, addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', () => mediaQueryList);
  vi.stubGlobal('scrollTo', () => undefined);
  startFakeServer().responses['GET /studio/articles?limit=2000'] = createJsonResponder({
    articles: [
      {
        id: 'canal',
        title: 'A canal',
        author: 'Plumbline',
        status: 'draft',
        category: 'nsm',
        subcategory: 'mea',
        readingMinutes: 4,
        publishedAt: null,
        savedAt: '2026-01-01T00:00:00.000Z',
        origin: 'studio',
        isHeld: false,
        hasChanges: false,
        publishAt: null,
        hasConflict: false,
      },
    ] satisfies StudioArticleListItem[],
    after: null,
  });
  renderOnPage(<ArticleList />);
  await waitForResponses();
  expect(screen.getAllByText('1 article')).toHaveLength(2);
});
