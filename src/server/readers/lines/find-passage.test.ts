import { describe, expect, it } from 'vitest';
import type { ArticleBody } from '#domain/article.ts';
import { findPassage } from './find-passage.ts';

const point = (name: string) => ({
  title: `Title ${name}`,
  paragraphs: [`Paragraph ${name} with <em>emphasis</em>.`, `Second ${name}.`],
  takeaway: `Takeaway ${name}.`,
});
const BODY: ArticleBody = {
  summary: ['Bullet one', 'Bullet two', 'Bullet three', 'Bullet four', 'Bullet five'],
  introduction: ['It’s “here” &amp; there.<br>\nA line below.'],
  keyPoints: [point('a'), point('b'), point('c')],
  conclusion: ['The last word. Second a.'],
};

describe('a passage', () => {
  it.each([
    ['Bullet two', 'opening'],
    ['there. A line below.', 'opening'],
    ['Title a', 'point-1'],
    ['Paragraph b with emphasis.', 'point-2'],
    ['Takeaway c.', 'point-3'],
    ['The last word.', 'conclusion'],
    ['Takeaway a. Title b', 'point-1'],
  ] as const)('is found: %s (%s)', (text, section) => {
    expect(findPassage(BODY, text)).toMatchObject({ text, section });
  });

  it('gets the quotation marks of the article', () => {
    expect(findPassage(BODY, 'It\'s "here" & there.')?.text).toBe('It’s “here” & there.');
  });

  it('has the position at which the article contains it first', () => {
    const [first, later] = ['Bullet one', 'Bullet two'].map((text) => findPassage(BODY, text));
    expect([first?.position, later?.position]).toEqual([0, 11]);
    expect(findPassage(BODY, 'Second a.')?.section).toBe('point-1');
  });

  it.each(['', 'bullet two', 'Bullet two and more', '<em>emphasis</em>', '&amp;'])(
    'is not found if the article does not contain it: %s',
    (text) => {
      expect(findPassage(BODY, text)).toBeUndefined();
    },
  );
});
