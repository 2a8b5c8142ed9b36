import { describe, expect, it } from 'vitest';
import { deedInWords } from './words.ts';

describe('a deed of the log', () => {
  it.each([
    ['article.publish', 'published the article'],
    ['article.goBack', 'restored an earlier version of the article'],
    ['concern.ignored', 'ignored the concern about'],
    ['report.archive', 'archived after reports the article'],
    ['message.markSpam', 'marked as spam the message about'],
  ])('is said in words: %s', (action, words) => {
    expect(deedInWords(action)).toBe(words);
  });

  it('is said as it is noted where nobody thought of words', () => {
    expect(deedInWords('article.turnOver')).toBe('turn over the article');
  });
});
