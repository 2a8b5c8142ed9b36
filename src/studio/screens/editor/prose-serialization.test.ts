// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { sanitizeParagraphHtml } from '#server/catalogue/library/paragraph-html.ts';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { PROSE_EXTENSIONS } from './prose-schema.ts';
import { parseParagraphs, serializeParagraphs } from './prose-serialization.ts';

const SCHEMA = getSchema(PROSE_EXTENSIONS);
const ARTICLES_FOLDER = path.join(import.meta.dirname, '../../../../content/articles');

const roundTrip = (paragraphs: readonly string[]) =>
  serializeParagraphs(parseParagraphs(paragraphs, SCHEMA));

test.runIf(isRunOfAllTests())('round-trips every paragraph of the shipped library', () => {
  const files = readdirSync(ARTICLES_FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  expect(files.length).toBeGreaterThanOrEqual(131);
  for (const file of files.filter((_, at) => at % getPropertyTestRunCount(5, 1) === 0)) {
    const { body } = parseArticleFile(readFileSync(path.join(ARTICLES_FOLDER, file), 'utf8'));
    const prose = [body.introduction, ...body.keyPoints.map((point) => point.paragraphs)];
    for (const paragraphs of [...prose, body.conclusion])
      expect(roundTrip(paragraphs), file).toEqual(paragraphs);
  }
});

test('round-trips every inline tag, nested as the server writes it', () => {
  const paragraphs = [
    'H<sub>2</sub>O and 10<sup>3</sup>, <em>so</em> <strong>to <em>speak</em></strong>',
    'A <a href="https://example.org/?a=1&#x26;b=%22">link <em>with</em> emphasis</a>, <code>x &#x3C; y &#x26;&#x26; z</code>',
    'One line<br>and another',
    '<a href="/tontine/bankers-who-bet-on-little-girls">within</a> and <a href="mailto:a@example.org">mail</a>',
    'two  spaces and a no-break one',
  ];
  expect(roundTrip(paragraphs)).toEqual(paragraphs);
});

test('loses no text, and never parses text as markup', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }),
      (texts) => {
        const clean = texts
          .map((text) =>
            sanitizeParagraphHtml(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
          )
          .filter(Boolean);
        expect(roundTrip(clean)).toEqual(clean);
      },
    ),
  );
});

test('drops tags that paragraphs may not have, and keeps their text', () => {
  expect(
    roundTrip([
      '<span style="color:red">Red</span> <u>line</u> <img src="x"><script>alert(1)</script>',
    ]),
  ).toEqual(['Red line']);
  expect(roundTrip(['<a href="javascript:alert(1)">no link</a>'])).toEqual(['no link']);
});

test('parses an empty list as one empty paragraph, and serializes empty paragraphs as an empty list', () => {
  expect(parseParagraphs([], SCHEMA).childCount).toBe(1);
  expect(roundTrip([])).toEqual([]);
  expect(roundTrip(['', 'One', ' '])).toEqual(['One']);
});
