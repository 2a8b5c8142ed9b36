// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of the tests are strings.
import { describe, expect, it } from 'vitest';
import { findWordingPatterns } from './find-patterns.ts';
import { findLongCommentLines } from './long-comment-lines.ts';
import { WORDING_PATTERNS } from './patterns.ts';
import { extractTexts } from './texts.ts';

const CASES = WORDING_PATTERNS.flatMap(({ pattern, appliesTo, advice, bad, good }) =>
  appliesTo.map((kind) => ({ kind, advice, bad, good, source: pattern.source.slice(0, 40) })),
);

describe.each(CASES)('the pattern $source in a $kind', ({ kind, advice, bad, good }) => {
  const listAdvice = (text: string) =>
    findWordingPatterns('a.ts', [{ kind, line: 1, text }]).map((finding) => finding.advice);

  it('matches its bad example', () => {
    expect(listAdvice(bad)).toContain(advice);
  });

  it('does not match its good example', () => {
    expect(listAdvice(good)).toEqual([]);
  });
});

describe('extractTexts', () => {
  it('returns comments with their line, joined and without code', () => {
    const source = [
      'const a = "// no comment";',
      '// One sentence over',
      '// two lines of `code`.',
      '/**',
      ' * Adds.',
      ' * @param {number} b the second number, see {@link a}',
      ' */',
      'const view = <b>{/* Inside JSX. */}</b>;',
    ].join('\n');
    expect(extractTexts('src/a.tsx', source)).toEqual([
      { kind: 'comment', line: 2, text: 'One sentence over two lines of CODE.' },
      { kind: 'comment', line: 4, text: 'Adds.' },
      { kind: 'comment', line: 6, text: 'the second number, see LINK' },
      { kind: 'comment', line: 8, text: 'Inside JSX.' },
    ]);
  });

  it('returns the titles of tests, also of parameterized ones', () => {
    const source =
      "describe.each([1])('a list of %s', () => {\n  it(`adds ${n} rows`, () => run('no title'));\n});";
    expect(extractTexts('src/a.test.ts', source)).toEqual([
      { kind: 'title', line: 1, text: 'a list of %s' },
      { kind: 'title', line: 2, text: 'adds … rows' },
    ]);
    expect(extractTexts('src/a.ts', source)).toEqual([]);
  });

  it('returns the strings of copy modules only', () => {
    const source = "export const COPY = { save: 'Save', count: (n: number) => `${n} articles` };";
    expect(extractTexts('src/web/copy/a.ts', source)?.map(({ text }) => text)).toEqual([
      'Save',
      'articles',
    ]);
    expect(extractTexts('src/web/lib/a.ts', source)).toEqual([]);
  });

  it('returns paragraphs, headings and table cells of Markdown, without code blocks', () => {
    const source =
      '# Title\n\nText with `code`.\n\n```\nnpm start\n```\n\n- item\n\n| a |\n|---|\n| b |';
    expect(extractTexts('a.md', source)).toEqual([
      { kind: 'doc', line: 1, text: 'Title' },
      { kind: 'doc', line: 3, text: 'Text with CODE.' },
      { kind: 'doc', line: 9, text: 'item' },
      { kind: 'doc', line: 11, text: '| a |' },
      { kind: 'doc', line: 12, text: '|---|' },
      { kind: 'doc', line: 13, text: '| b |' },
    ]);
  });

  it('returns the pages that readers see as interface texts', () => {
    expect(extractTexts('content/pages/a.md', '# Title')).toEqual([
      { kind: 'copy', line: 1, text: 'Title' },
    ]);
  });

  it('returns comments of style sheets', () => {
    expect(extractTexts('a.css', 'a {}\n/* Two\n columns. */')).toEqual([
      { kind: 'comment', line: 2, text: 'Two columns.' },
    ]);
  });

  it('throws for code that does not parse', () => {
    expect(() => extractTexts('a.ts', 'const = ;')).toThrow(SyntaxError);
  });

  it('returns nothing for other files', () => {
    expect(extractTexts('a.png', '')).toBeUndefined();
  });
});

describe('findLongCommentLines', () => {
  const words = (length: number) => 'word '.repeat(length / 5).trimEnd();
  const findLines = (path: string, source: string) =>
    findLongCommentLines(path, source).map(({ line }) => line);

  it('returns the lines of comments that have more than 120 characters', () => {
    const source = [
      `// ${words(100)}`,
      `// ${words(130)}`,
      '/**',
      ` * ${words(115)} 12`,
      ` * ${words(115)} 123`,
      ' */',
      `const text = 1; // ${words(110)}`,
    ].join('\n');
    expect(findLines('src/a.ts', source)).toEqual([2, 5, 7]);
  });

  it('ignores code, URLs and directives of tools', () => {
    const source = [
      `const text = '${words(150)}';`,
      `// See https://example.com/${'a'.repeat(120)}`,
      `// biome-ignore lint/a11y/useAltText: ${words(120)}`,
    ].join('\n');
    expect(findLines('src/a.ts', source)).toEqual([]);
  });

  it('reads style sheets, and no other documents', () => {
    const source = `a {\n  color: red; /* ${words(120)} */\n}`;
    expect(findLines('src/a.css', source)).toEqual([2]);
    expect(findLines('docs/a.md', source)).toEqual([]);
  });
});
