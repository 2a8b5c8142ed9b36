import { expect, it } from 'vitest';
import { copy } from './copy.ts';

it.each([
  [copy.articles.count, '1 article', '1,234 articles'],
  [copy.dashboard.readsOf, '1 read', '1,234 reads'],
  [copy.editor.words, '1 word', '1,234 words'],
])('uses the singular only for one (%#)', (format, one, many) => {
  expect([format(1), format(1234)]).toEqual([one, many]);
});
