import { expect, test } from 'vitest';
import type { ClaimsFile } from '#domain/claims.ts';
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
        { kind: 'removed', text: 'Fourteen' },
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
  const [change, ...otherChanges] = diffManuscripts(BEFORE, after);
  expect(otherChanges).toEqual([]);
  const joinSegments = (kind: string) =>
    change!.segments.map((segment) => (segment.kind === kind ? segment.text : '')).join(' ');
  expect(joinSegments('new')).toContain('[');
  expect(joinSegments('new')).toContain('A & B.');
  expect(joinSegments('removed')).toContain('*');
});

test('shows items removed from the end of a list', () => {
  const [change] = diffManuscripts(BEFORE, {
    ...BEFORE,
    introduction: BEFORE.introduction.slice(0, 1),
  });
  expect(change!.segments.at(-1)).toEqual({
    kind: 'removed',
    text: '\n\nThe war took *six* days.',
  });
});

test('shortens long unchanged text around a change', () => {
  const longText = 'word '.repeat(400);
  const [change] = diffManuscripts(
    { ...BEFORE, conclusion: [`${longText}end`] },
    { ...BEFORE, conclusion: [`${longText}finish`] },
  );
  expect(change!.segments[0]!.text.length).toBeLessThan(300);
});

const SOURCE: ClaimsFile['sources'][number] = { id: 'laws', cite: 'Laws, 1888', kind: 'book' };
const CLAIM: ClaimsFile['claims'][number] = {
  claim: 'There were fourteen ships.',
  kind: 'number',
  covers: ['Fourteen freighters'],
  source: 'laws',
  says: 'Fourteen.',
  basis: 'read',
  confidence: 'high',
  counter: 'None known.',
};
const withClaims = (claim: typeof CLAIM, source = SOURCE): Manuscript => ({
  ...BEFORE,
  claims: { claims: [claim], sources: [source] },
});

test.each<Partial<typeof CLAIM>>([
  { claim: 'There were ships.' },
  { kind: 'fact' },
  { covers: ['Fourteen'] },
  { source: undefined },
  { locator: 'p. 3' },
  { says: 'Fifteen.' },
  { basis: 'memory' },
  { confidence: 'medium' },
  { counter: 'One paper.' },
])('compares claims that differ in %o', (change) => {
  const [diff] = diffManuscripts(withClaims(CLAIM), withClaims({ ...CLAIM, ...change }));
  expect(diff?.path).toBe('claims');
});

test.each<Partial<typeof SOURCE>>([
  { id: 'law' },
  { cite: 'Laws, 1889' },
  { kind: 'law' },
  { url: 'https://example.org/' },
])('compares sources that differ in %o', (change) => {
  const after = withClaims(CLAIM, { ...SOURCE, ...change });
  const [diff] = diffManuscripts(withClaims(CLAIM), after);
  expect(diff?.path).toBe('claims.sources');
});
