// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ReportedArticle } from '#domain/studio/reports.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createErrorResponder, createJsonResponder, startFakeServer } from '#web/testing/server.ts';
import { copy } from '../../copy.ts';
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

it('says that the other reports could not be loaded, and loads them at the next press', async () => {
  const server = startFakeServer();
  const call = 'GET /studio/reports/01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d?status=dismissed';
  server.responses[call] = createErrorResponder(404, 'Out of order');
  renderOnPage(<ReportedArticleCard reported={createReportedArticle(2)} status="dismissed" />);
  await userEvent.click(screen.getByRole('button', { name: 'Read all 2' }));
  await screen.findByText(copy.common.notLoaded);
  const report = {
    reason: 'SPAM',
    explanation: 'It repeats itself.',
    at: '2026-01-01T00:00:00.000Z',
  };
  server.responses[call] = createJsonResponder({ reports: [report, report] });
  await userEvent.click(screen.getByRole('button', { name: 'Read all 2' }));
  expect(await screen.findAllByText(report.explanation)).toHaveLength(2);
  expect(screen.queryByText(copy.common.notLoaded)).toBeNull();
});
