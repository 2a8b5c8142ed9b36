import { expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { type SavedArticle, searchSavedArticles } from './saved-articles.ts';

const saved: SavedArticle[] = [
  createSaved('Why bridges hum', 'Ballast', 'Wind plays the cables.'),
  createSaved('The café ledger', 'Plumbline', 'Who paid, and when?'),
];

function createSaved(title: string, authorAlias: string, text: string): SavedArticle {
  const article = { title, authorAlias, tagline: '' } as Article;
  return { article, list: 'read', text };
}

it.each([
  ['', ['Why bridges hum', 'The café ledger']],
  ['HUM', ['Why bridges hum']],
  ['cafe ledger', ['The café ledger']],
  ['plumbline', ['The café ledger']],
  ['cables wind', ['Why bridges hum']],
  ['wind ledger', []],
])('finds "%s" in titles, authors and texts', (query, titles) => {
  const found = searchSavedArticles(saved, query);
  expect(found.map(({ article }) => article.title)).toEqual(titles);
});
