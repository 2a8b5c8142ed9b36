// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getSchema } from '@tiptap/core';
import { DOMParser as ProseParser } from '@tiptap/pm/model';
import { expect, it } from 'vitest';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { PROSE_EXTENSIONS } from './prose-schema.ts';
import { serializeParagraphs } from './prose-serialization.ts';

const SCHEMA = getSchema(PROSE_EXTENSIONS);
const CLIPBOARD_FOLDER = path.join(import.meta.dirname, 'testing/clipboard');

/** Pastes HTML into the editor. Returns the resulting paragraphs. */
function paste(html: string): string[] {
  const page = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
  return serializeParagraphs(ProseParser.fromSchema(SCHEMA).parse(page.body));
}

const TABLES = '<a href="https://example.org/iron?a=1&#x26;b=2">the tables</a>';

it.each([
  [
    'word',
    [
      '<strong>The arch</strong> carries its load <em>sideways</em>, at 10<sup>3</sup> newtons, says Vitruvius.',
      'It fell in 1879, in a <strong>gale</strong>.',
      'Iron, wrought',
      `Iron, cast; see ${TABLES}`,
      'Span | 75 m',
    ],
  ],
  [
    'word-online',
    [
      '<strong>The arch</strong> carries its load <em>sideways</em>, at 10<sup>3</sup> newtons.',
      'It fell in 1879.',
      'Iron, wrought',
      'Span | 75 m',
    ],
  ],
  [
    'google-docs',
    [
      '<strong>The arch</strong> carries its load <em>sideways</em>, at 10<sup>3</sup> newtons, or H<sub>2</sub><strong>O</strong>.',
      'Iron, wrought',
      `Iron, cast; see ${TABLES}`,
      'Span | 75 m',
    ],
  ],
  [
    'libreoffice',
    [
      '<strong>The arch</strong> carries its load <em>sideways</em>, at 10<sup>3</sup> newtons, and <em>leans</em>.',
      'It fell in 1879, in a <strong>gale</strong>.',
      'Iron, wrought',
      'Span | 75 m',
    ],
  ],
])('keeps the formatting of text from %s, and drops its hidden parts', (program, paragraphs) => {
  const html = readFileSync(path.join(CLIPBOARD_FOLDER, `${program}.html`), 'utf8');
  expect(paste(html)).toEqual(paragraphs);
});

it.each([
  ['<b style="mso-bidi-font-weight:normal">a</b>', '<strong>a</strong>'],
  ['<b style="font-weight:normal">a</b>', 'a'],
  ['<strong>a <span style="font-weight: 400">b</span></strong>', '<strong>a </strong>b'],
  ["<span style='font-weight:bolder'>a</span>", '<strong>a</strong>'],
  ['<span style="font-weight:500">a</span>', 'a'],
  ['<i style="font-style:normal">a</i>', 'a'],
  ['<span style="font-style:oblique 10deg">a</span>', '<em>a</em>'],
  ['<span style="display:none">a</span>b', 'b'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href="#_ftn1">[1]</a>', '[1]'],
  ['a<br>b<br>', 'a<br>b'],
  [
    'the<span class="Apple-converted-space">&nbsp;</span><b>provider</b>',
    'the <strong>provider</strong>',
  ],
  ['<b>a</b><span>&nbsp;</span>b, 10&nbsp;km', '<strong>a</strong> b, 10\u00a0km'],
  ['CSS says style="color:red" &amp; &lt;b>', 'CSS says style="color:red" &#x26; &#x3C;b>'],
])('reads %s', (html, paragraph) => {
  expect(paste(html)).toEqual([paragraph]);
});

it('separates the cells of a row, and keeps the paragraphs of a layout table', () => {
  expect(paste('<table><tr><td>a</td><td></td><td>b</td></tr><tr><td>c</td></tr></table>')).toEqual(
    ['a | b', 'c'],
  );
  expect(paste('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toEqual(['a', 'b']);
});

it('removes style attributes and style sheets, which the content security policy forbids', () => {
  const html = readFileSync(path.join(CLIPBOARD_FOLDER, 'word.html'), 'utf8');
  expect(cleanPastedHtml(html)).not.toMatch(/style/);
});

it('returns HTML copied from the editor unchanged', () => {
  const html = '<p data-pm-slice="1 1 []">a <strong>b</strong></p>';
  expect(cleanPastedHtml(html)).toBe(html);
});
