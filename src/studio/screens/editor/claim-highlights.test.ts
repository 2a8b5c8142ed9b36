// @vitest-environment jsdom
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { htmlToComparableText } from '#domain/studio/plain-text.ts';
import { findPassageRanges } from './claim-highlights.ts';
import { PROSE_EXTENSIONS } from './prose-schema.ts';
import { parseParagraphs } from './prose-serialization.ts';

const SCHEMA = getSchema(PROSE_EXTENSIONS);

function listFoundTexts(html: string, ...passages: string[]): string[] {
  const paragraph = parseParagraphs([html], SCHEMA).firstChild!;
  return findPassageRanges(paragraph, passages.map(htmlToComparableText)).map(({ from, to }) =>
    paragraph.textBetween(from, to),
  );
}

test('finds a passage across markup, with any quotation marks and spaces', () => {
  expect(
    listFoundTexts(
      'Owners of the <em>Port Invercargill</em> were paid £1,411,000.',
      'Port Invercargill were',
    ),
  ).toEqual(['Port Invercargill were']);
  expect(listFoundTexts('The ship’s  “hull” was afloat', 'ship\'s "hull" was')).toEqual([
    'ship’s  “hull” was',
  ]);
});

test('finds every occurrence of a passage, and nothing if the passage is missing', () => {
  expect(listFoundTexts('One lake, one ship, one lake.', 'one lake')).toEqual(['one lake']);
  expect(listFoundTexts('one lake and one lake', 'one lake')).toHaveLength(2);
  expect(listFoundTexts('one lake', 'two lakes')).toEqual([]);
});
