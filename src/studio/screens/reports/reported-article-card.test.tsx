// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import type { ReportedArticle } from '#domain/studio/reports.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { startFakeServer } from '#web/testing/server.ts';
import { ReportedArticleCard } from './reported-article-card.tsx';

afterEach(resetPage);

const createReportedArticle = (count: number): ReportedArticle => ({
  article: {
    id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
    title: 'A canal',
    path: '/plumbline/a-canal',
    authorAlias: 'Plumbline',
    category: 'nsm',
    status: 'published',
  },
  count,
  reasons: [],
  latestAt: '2026-01-01T00:00:00.000Z',
  reports: [],
});

it.each([
  [200, 'Read all 200'],
  [350, 'Read the newest 200'],
])('offers no more of %i reports than the server returns', (count, name) => {
  startFakeServer();
  renderOnPage(<ReportedArticleCard reported={createReportedArticle(count)} status="dismissed" />);
  screen.getByRole('button', { name });
});
