// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { ArticleText } from './article-text.tsx';

afterEach(resetPage);

const createArticle = (body: Partial<Article['body']>): Article => ({
  ...createArticleMeta('A title'),
  updatedAt: '2026-11-10T07:00:00Z',
  body: {
    summary: ['one', 'two', 'three', 'four', 'five'],
    introduction: ['It began.'],
    keyPoints: ['a', 'b', 'c'].map((title) => ({ title, paragraphs: ['So.'], takeaway: 'Thus.' })),
    conclusion: ['It ended.'],
    ...body,
  },
});

it('lists its sources, with links if they have a URL', () => {
  const url = 'https://doi.org/10.1000/1';
  renderOnPage(
    <ArticleText
      article={createArticle({ sources: [{ cite: 'A book' }, { cite: 'A paper', url }] })}
    />,
  );
  const entries = [...document.querySelectorAll('details li')];
  expect(entries.map(({ textContent }) => textContent)).toEqual(['A book', 'A paper']);
  expect(entries.map((entry) => entry.querySelector('a')?.href)).toEqual([undefined, url]);
  expect(document.querySelector('details')!.open).toBe(false);
});

it('dates its corrections, and leaves out empty sections', () => {
  renderOnPage(
    <ArticleText
      article={createArticle({ corrections: [{ on: '2026-11-10', what: 'Ten, for twelve.' }] })}
    />,
  );
  expect(document.body.textContent).toContain('Corrected on November 10, 2026: Ten, for twelve.');
  expect(document.querySelector('details')).toBeNull();
});

it.each([
  [{}, 'and published without human review.'],
  [{ readByPersonOn: '2026-11-12' }, 'and read by a person on November 12, 2026.'],
])('states whether and when a person has read it: %o', (body, statement) => {
  renderOnPage(<ArticleText article={createArticle(body)} />);
  expect(document.body.textContent).toContain(statement);
});
