import { expect, it } from 'vitest';
import type { ArticleBody } from './article.ts';
import { listLinkedArticlePaths } from './linked-article-paths.ts';

const createBody = (...hrefs: string[]): ArticleBody => ({
  summary: [],
  introduction: hrefs.map((href) => `See <a href="${href}">this</a>.`),
  keyPoints: [],
  conclusion: [],
});

it('lists the articles that a text links to, once each', () => {
  const body = createBody(
    '/Plumbline/a-star',
    '/plumbline/a-star#point-2',
    '/Ballast/total-loss?x=1',
  );
  expect(listLinkedArticlePaths(body)).toEqual(['plumbline/a-star', 'ballast/total-loss']);
});

it('lists no other pages, even if their paths have two segments', () => {
  const body = createBody(
    '/authors/Plumbline',
    '/Profile/lines',
    '/about',
    'https://example.org/a/b',
  );
  expect(listLinkedArticlePaths(body)).toEqual([]);
});
