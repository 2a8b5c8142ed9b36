import { expect, test } from 'vitest';
import { createEmptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';
import { diffManuscripts } from './diff-manuscripts.ts';

const BEFORE: Manuscript = {
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  title: 'Fourteen ships and no canal',
  introduction: ['Fourteen freighters dropped anchor.', 'The war took <em>six</em> days.'],
};

test('finds no difference between equal versions', () => {
  expect(diffManuscripts(BEFORE, structuredClone(BEFORE))).toEqual([]);
});

test('shows a changed word in its part, and leaves out the other parts', () => {
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

test('compares emphasis, links and paragraph breaks like words', () => {
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

test('shows items removed from the end of a list', () => {
  const [change] = diffManuscripts(BEFORE, {
    ...BEFORE,
    introduction: BEFORE.introduction.slice(0, 1),
  });
  expect(change!.segments.at(-1)).toEqual({ kind: 'gone', text: '\n\nThe war took *six* days.' });
});

test('shortens long unchanged text around a change', () => {
  const long = 'word '.repeat(400);
  const [change] = diffManuscripts(
    { ...BEFORE, conclusion: [`${long}end`] },
    { ...BEFORE, conclusion: [`${long}finish`] },
  );
  expect(change!.segments[0]!.text.length).toBeLessThan(300);
});
