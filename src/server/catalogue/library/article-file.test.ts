import { describe, expect, it } from 'vitest';
import { FileParseError } from '#server/platform/text/file-error.ts';
import { parseArticleFile } from './article-file.ts';

const ARTICLE = `---
id: 01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e
title: The last thing
tagline: One cylinder outside Paris
category: nsm
subcategory: mea
published: 2026-11-02T07:00:00Z
---

## Summary

- One
- Two
- Three
- Four
- Five

## Introduction

Three *keys*, held by **three** [people](https://example.org "no").

Second paragraph.

## Key point: The first

Text.

> Takeaway: Remember this.

## Key point: The second

Text.

> Takeaway: And this.

## Key point: The third

Text.

> Takeaway: This too.

## Conclusion

The end.
`;

/** Applies `change` to a valid article file and returns the resulting errors. */
function listErrors(change: (text: string) => string) {
  const text = change(ARTICLE);
  expect(text).not.toBe(ARTICLE);
  try {
    parseArticleFile(text);
  } catch (error) {
    if (error instanceof FileParseError) return error.errors;
    throw error;
  }
  throw new Error('The file was accepted.');
}

describe('an article file', () => {
  it('may have a level', () => {
    expect(parseArticleFile(ARTICLE).level).toBeUndefined();
    const text = ARTICLE.replace('published:', 'level: advanced\npublished:');
    expect(parseArticleFile(text).level).toBe('advanced');
  });

  it('is parsed into front matter and body', () => {
    const article = parseArticleFile(ARTICLE);
    expect(article).toMatchObject({ title: 'The last thing', category: 'nsm', alt: '' });
    expect(article.body).toEqual({
      summary: ['One', 'Two', 'Three', 'Four', 'Five'],
      introduction: [
        'Three <em>keys</em>, held by <strong>three</strong> <a href="https://example.org">people</a>.',
        'Second paragraph.',
      ],
      keyPoints: [
        { title: 'The first', paragraphs: ['Text.'], takeaway: 'Remember this.' },
        { title: 'The second', paragraphs: ['Text.'], takeaway: 'And this.' },
        { title: 'The third', paragraphs: ['Text.'], takeaway: 'This too.' },
      ],
      conclusion: ['The end.'],
    });
  });

  it('cannot contain markup that loads resources or runs code', () => {
    const { body } = parseArticleFile(
      ARTICLE.replace(
        'Second paragraph.',
        'A <script>alert(1)</script> [link](javascript:alert) ![image](https://example.org/x.png) <b onclick="x">b</b>.',
      ),
    );
    const html = body.introduction[1]!;
    expect(html).not.toMatch(/<script|onclick|javascript:|<img|<b\b/);
    expect(html).toContain('link');
  });

  it.each([
    ['no front matter', (text: string) => text.slice(4), 1, 'does not start with front matter'],
    ['an invalid id', (text: string) => text.replace(/^id: .*$/m, 'id: 123'), 2, 'id: '],
    [
      'an unknown category',
      (text: string) => text.replace('category: nsm', 'category: zzz'),
      5,
      'category: ',
    ],
    [
      "another category's subcategory",
      (text: string) => text.replace('subcategory: mea', 'subcategory: bri'),
      6,
      '"bri" is not a subcategory of "nsm"',
    ],
    [
      'an unknown field',
      (text: string) => text.replace('published:', 'mood: good\npublished:'),
      2,
      'mood',
    ],
    [
      'an unknown level',
      (text: string) => text.replace('published:', 'level: expert\npublished:'),
      7,
      'level: ',
    ],
    [
      'an invalid drawing',
      (text: string) => text.replace('published:', 'drawing: blue\npublished:'),
      7,
      'drawing: ',
    ],
    [
      'a photograph without an id',
      (text: string) => text.replace('published:', 'photo: cat.jpg\npublished:'),
      7,
      'photo: ',
    ],
    [
      'an invalid crop',
      (text: string) =>
        text.replace(
          'published:',
          'photo: { id: 01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3f, crop: 0 }\npublished:',
        ),
      7,
      'photo.crop: ',
    ],
    ['invalid YAML', (text: string) => text.replace('title: The', 'title: "The'), 7, 'quote'],
    [
      'a summary of four bullets',
      (text: string) => text.replace('- Five\n', ''),
      12,
      'the summary has 4 bullets; it needs 5',
    ],
    [
      'a missing takeaway',
      (text: string) => text.replace('> Takeaway: And this.', 'And this.'),
      30,
      'a key point must end with a line "> Takeaway: …"',
    ],
    [
      'two key points',
      (text: string) => text.replace(/## Key point: The third[\s\S]*?(?=## Conclusion)/, ''),
      36,
      'expected the heading "## Key point: …" here',
    ],
    [
      'a list in the text',
      (text: string) => text.replace('The end.', '- a\n- b'),
      44,
      'only paragraphs are allowed under "Conclusion"',
    ],
    [
      'a section after the conclusion',
      (text: string) => `${text}\n## Notes\n\nMore.\n`,
      46,
      'unexpected heading "Notes" after the conclusion',
    ],
    [
      'a heading of the wrong level',
      (text: string) => text.replace('## Conclusion', '### Conclusion'),
      42,
      'headings start with ##',
    ],
    [
      'a bullet that is too long',
      (text: string) => text.replace('- Five', `- ${'long '.repeat(40)}`),
      10,
      'summary.4: ',
    ],
  ])('is rejected with %s, and the error names the line', (_, change, line, reason) => {
    const [firstError] = listErrors(change);
    expect(firstError?.reason).toContain(reason);
    expect(firstError?.line).toBe(line);
  });
});
