import { expect, it } from 'vitest';
import { trimSnippetToMatch } from './snippet.ts';

it.each([
  ['nothing matched', 'nothing matched'],
  ['<mark>Fog</mark> comes', '<mark>Fog</mark> comes'],
  ['one two three four five <mark>fog</mark>', 'one two three four five <mark>fog</mark>'],
  [
    'zero one two &amp; four five <mark>fog</mark> and <mark>fog</mark> again',
    '… one two &amp; four five <mark>fog</mark> and <mark>fog</mark> again',
  ],
  [
    'zero one two three four five (<mark>fog</mark>)',
    '… one two three four five (<mark>fog</mark>)',
  ],
])('shortens the snippet "%s" to begin shortly before the match', (snippet, trimmed) => {
  expect(trimSnippetToMatch(snippet)).toBe(trimmed);
});
