import { expect, test } from 'vitest';
import { emptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';
import { diffManuscripts } from './diff-manuscripts.ts';

const BEFORE: Manuscript = {
  ...emptyManuscript({ category: 'awd', subcategory: 'att' }),
  title: 'Fourteen ships and no canal',
  introduction: ['Fourteen freighters dropped anchor.', 'The war took <em>six</em> days.'],
};

test('the same version twice has nothing to compare', () => {
  expect(diffManuscripts(BEFORE, structuredClone(BEFORE))).toEqual([]);
});

test('a changed word is shown within its part, and other parts are not', () => {
  const after = { ...BEFORE, title: 'Thirteen ships and no canal' };
  expect(diffManuscripts(BEFORE, after)).toEqual([
    {
      path: 'title',
      name: 'Title',
      segments: [
        { kind: 'gone', text: 'Fourteen' },
        { kind: 'new', text: 'Thirteen' },
        { kind: 'same', text: ' ships and no canal' },
      ],
    },
  ]);
});

test('emphasis, links and new paragraphs are changes like words', () => {
  const after = {
    ...BEFORE,
    introduction: [
      'Fourteen freighters dropped <a href="/a/b">anchor</a>.',
      'The war took six days.',
      'A &#x26; B.',
    ],
  };
  const [change, ...others] = diffManuscripts(BEFORE, after);
  expect(others).toEqual([]);
  const text = (kind: string) =>
    change!.segments.map((piece) => (piece.kind === kind ? piece.text : '')).join(' ');
  expect(text('new')).toContain('[');
  expect(text('new')).toContain('A & B.');
  expect(text('gone')).toContain('*');
});

test('what was taken away from the end of a list is shown as gone', () => {
  const [change] = diffManuscripts(BEFORE, {
    ...BEFORE,
    introduction: BEFORE.introduction.slice(0, 1),
  });
  expect(change!.segments.at(-1)).toEqual({ kind: 'gone', text: '\n\nThe war took *six* days.' });
});

test('much that is the same is shortened around what is not', () => {
  const long = 'word '.repeat(400);
  const [change] = diffManuscripts(
    { ...BEFORE, conclusion: [`${long}end`] },
    { ...BEFORE, conclusion: [`${long}finish`] },
  );
  expect(change!.segments[0]!.text.length).toBeLessThan(300);
});
