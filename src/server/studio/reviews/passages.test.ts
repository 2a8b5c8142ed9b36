import { describe, expect, it } from 'vitest';
import { createEmptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';
import {
  findPassagePath,
  findQuotedPassage,
  replacePassage,
  sanitizeReplacement,
} from './passages.ts';

const MANUSCRIPT: Manuscript = {
  ...createEmptyManuscript({ category: 'nsm', subcategory: 'mea' }),
  title: 'A gauge',
  introduction: [
    'The gauge stood <em>very high</em> on the roof. It said “612” &#x26; no more.',
    'It was read each  morning.',
  ],
  conclusion: ['It was read each morning, too.'],
};

describe('a passage of a manuscript', () => {
  it.each([
    ['as it stands', 'stood <em>very high</em> on', 'stood <em>very high</em> on'],
    ['without its tags', 'stood very high on the roof', 'stood <em>very high</em> on the roof'],
    ['with other quotation marks', 'It said "612" & no more.', 'It said “612” &#x26; no more.'],
    ['with other spaces', 'was read each morning.', 'was read each  morning.'],
  ])('is found when it is quoted %s', (_, quoted, passage) => {
    expect(findQuotedPassage(MANUSCRIPT, quoted)?.passage).toBe(passage);
  });

  it('is not found if it is missing', () => {
    expect(findQuotedPassage(MANUSCRIPT, 'stood low on the roof')).toBeUndefined();
    expect(findQuotedPassage(MANUSCRIPT, ' ')).toBeUndefined();
    // The quote spans two paragraphs, so it matches neither.
    expect(findQuotedPassage(MANUSCRIPT, 'no more. It was read')).toBeUndefined();
  });

  it.each(['high on the roof', 'high</em> on the roof'])(
    'is widened to the whole text if it would cut a tag: %s',
    (quoted) => {
      expect(findQuotedPassage(MANUSCRIPT, quoted)).toEqual({
        path: 'introduction.0',
        passage: MANUSCRIPT.introduction[0],
      });
    },
  );

  it('is replaced at its path only', () => {
    const location = { path: 'conclusion.0', passage: 'It was read' };
    const changed = replacePassage(MANUSCRIPT, location, 'A child read it')!;
    expect(changed.conclusion).toEqual(['A child read it each morning, too.']);
    expect(changed.introduction).toEqual(MANUSCRIPT.introduction);
    expect(MANUSCRIPT.conclusion).toEqual(['It was read each morning, too.']);
  });

  it('is replaced at its new path if it was moved', () => {
    const location = { path: 'keyPoints.0.paragraphs.0', passage: 'each morning, too' };
    expect(findPassagePath(MANUSCRIPT, location)).toBe('conclusion.0');
    expect(replacePassage(MANUSCRIPT, location, 'daily')!.conclusion).toEqual([
      'It was read daily.',
    ]);
  });

  it('is not replaced if it was changed', () => {
    expect(replacePassage(MANUSCRIPT, { path: 'title', passage: 'A meter' }, 'x')).toBeUndefined();
  });

  it('is replaced literally, even by a text with special characters', () => {
    const changed = replacePassage(
      MANUSCRIPT,
      { path: 'title', passage: 'gauge' },
      'gauge of $& rain',
    );
    expect(changed!.title).toBe('A gauge of $& rain');
  });

  it('does not match a line that reads like a paragraph’s markup', () => {
    const manuscript = { ...MANUSCRIPT, title: 'What &#x26; stands for' };
    const location = { path: 'introduction.0', passage: '&#x26;' };
    expect(findPassagePath({ ...manuscript, introduction: [] }, location)).toBeUndefined();
    expect(findPassagePath(manuscript, location)).toBe('introduction.0');
  });
});

describe('a replacement of a passage', () => {
  const text =
    'It’s  “<em>so</em>” &amp; 2 < 3,<br>\n<img src="x" onerror="alert(1)"> one &#8216;line&#8217;';

  it('keeps quotation marks and loses markup in a line', () => {
    expect(sanitizeReplacement({ path: 'summary.3' }, text)).toBe('It’s  “so” & 2 < 3, one ‘line’');
  });

  it('keeps allowed markup in a paragraph, and no other', () => {
    expect(sanitizeReplacement({ path: 'keyPoints.0.paragraphs.1' }, text)).toBe(
      'It’s  “<em>so</em>” &#x26; 2 &#x3C; 3,<br>\n one ‘line’',
    );
  });
});
