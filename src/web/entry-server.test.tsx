import { expect, it } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { findScreenModulePath, renderScreen } from './entry-server.tsx';

const PAGE: PagePayload = {
  screen: 'articles',
  status: 200,
  head: { title: 'Explore articles', description: '', path: '/articles' },
  props: {
    timestamp: '2026-01-01T00:00:00.000Z',
    filters: { category: null, subcategory: null, show: 'new' },
    counts: {},
    query: '',
    articles: [],
    authors: {},
    nextToken: null,
    from: null,
    snippets: {},
    related: [],
    matchingAuthors: [],
    corrections: [],
  },
};
const countTimers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

it.runIf(isRunOfAllTests())('keeps no data of a rendered page', async () => {
  expect(await renderScreen('http://localhost/articles', PAGE)).toContain('Explore');
  const timersBefore = countTimers();
  for (let time = 0; time < 20; time++) await renderScreen('http://localhost/articles', PAGE);
  expect(countTimers()).toBeLessThan(timersBefore + 5);
});

it.each([
  ['/articles?category=nsm', 'src/web/routes/reading/articles.tsx'],
  ['/Plumbline/a-title', 'src/web/routes/reading/article.tsx'],
  ['/', 'src/web/routes/reading/home.tsx'],
  ['/no/such/page/anywhere', undefined],
])('returns the module that renders %s', (url, module) => {
  expect(findScreenModulePath(url)).toBe(module);
});
