import { expect, test } from 'vitest';
import type { StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { createArticleRow, filterAndCountRows, matchesStatusOrFlag } from './article-rows.ts';

const ARTICLE: StudioArticleListItem = {
  id: '01a1f786-d343-7750-a2d1-c7868c76a50f',
  author: 'Ballast',
  title: 'Fourteen ships and no canal',
  status: 'published',
  category: 'eag',
  subcategory: 'inf',
  readingMinutes: 4,
  publishedAt: '2026-10-24T11:05:00.000Z',
  savedAt: '2026-11-23T08:00:00.000Z',
  origin: 'library',
  isHeld: false,
  hasChanges: false,
  publishAt: null,
  hasConflict: false,
};
const ROWS = [
  ARTICLE,
  { ...ARTICLE, title: 'The Ørsted’s façade', author: 'Ostinato', status: 'draft' as const },
  {
    ...ARTICLE,
    title: 'Untitled',
    category: 'awd' as const,
    subcategory: '',
    status: 'draft' as const,
  },
].map(createArticleRow);

const listTitles = (filter: Partial<Parameters<typeof filterAndCountRows>[1]>) =>
  filterAndCountRows(ROWS, { text: '', author: '', category: '', ...filter }).rows.map(
    ({ title }) => title,
  );

test('finds an article by parts of its words, in any order, without accents', () => {
  expect(listTitles({ text: 'canal FOURT' })).toEqual(['Fourteen ships and no canal']);
  expect(listTitles({ text: "'s facade" })).toEqual(['The Ørsted’s façade']);
  expect(listTitles({ text: 'infrastructure ballast' })).toEqual(['Fourteen ships and no canal']);
  expect(listTitles({ text: 'canal dam' })).toEqual([]);
});

test('filters by author and category, and counts the remaining articles by status', () => {
  expect(listTitles({ category: 'awd' })).toEqual(['Untitled']);
  const { rows, counts } = filterAndCountRows(ROWS, { text: '', author: 'Ballast', category: '' });
  expect(rows).toHaveLength(2);
  expect([...counts]).toEqual([
    ['published', 1],
    ['draft', 1],
  ]);
});

test('lists an article without a subcategory', () => {
  expect(ROWS[2]!.subcategoryName).toBe('');
});

test('counts and finds scheduled articles and unpublished changes like statuses', () => {
  const scheduled = {
    ...ARTICLE,
    status: 'human_review' as const,
    publishAt: '2026-12-24T17:00:00.000Z',
  };
  const changed = { ...ARTICLE, hasChanges: true };
  const { counts } = filterAndCountRows([ARTICLE, scheduled, changed].map(createArticleRow), {
    text: '',
    author: '',
    category: '',
  });
  expect(Object.fromEntries(counts)).toEqual({ published: 2, human_review: 1, due: 1, changed: 1 });
  expect(
    [ARTICLE, scheduled, changed].map((article) => matchesStatusOrFlag(article, 'due')),
  ).toEqual([false, true, false]);
  expect(matchesStatusOrFlag(ARTICLE, 'published')).toBe(true);
});
