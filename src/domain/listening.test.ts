import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import { buildScript } from '#speech/script/narration-script.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { listeningPositionSchema } from './listening.ts';

const { articles } = await readLibrary(path.join(import.meta.dirname, '../../content'));

const listProblems = (change: Record<string, unknown>): string[] => {
  const position = { anchor: 'title', start: 0, seconds: 0, ...change };
  const { error } = listeningPositionSchema.safeParse(position);
  return error?.issues.map(({ path: [field], message }) => `${String(field)} ${message}`) ?? [];
};

describe('a listening position', () => {
  it.runIf(isRunOfAllTests())('accepts any sentence of a narration', () => {
    expect(articles.length).toBeGreaterThanOrEqual(20);
    const parts = new Set<string>();
    for (const { article } of articles)
      for (const { passages } of buildScript(article, 'Potsherd', EMPTY_LEXICON).sections)
        for (const { anchor, sentences } of passages) {
          parts.add(anchor.replaceAll(/\d+/g, 'N'));
          for (const { start } of sentences) expect(listProblems({ anchor, start })).toEqual([]);
        }
    expect([...parts]).toEqual([
      ...['title', 'author', 'introduction.N'],
      ...['keyPoints.N.title', 'keyPoints.N.paragraphs.N', 'keyPoints.N.takeaway'],
      'conclusion.N',
    ]);
  });

  it.each([
    ...['', ' title', 'title\n', 'Title', 'title.0', 'author.alias', 'summary.0', 'takeaway'],
    ...['introduction', 'introduction.', 'introduction.-1', 'introduction.01', 'introduction.1e1'],
    ...[
      'introduction.1000',
      'introduction.٣',
      'introduction.0.title',
      'conclusion',
      'conclusion.x',
    ],
    ...[
      'keyPoints',
      'keyPoints.0',
      'keyPoints.0.summary',
      'keyPoints.title',
      'keyPoints.1000.title',
    ],
    ...['keyPoints.0.paragraphs', 'keyPoints.0.paragraphs.', 'keyPoints.0.paragraphs.0.title'],
    ...['__proto__', 'constructor', 'title|author', 'x'.repeat(60_000)],
  ])('rejects the anchor "%s"', (anchor) => {
    expect(listProblems({ anchor })).toEqual(['anchor is not part of the narration']);
  });

  it.each([
    [{ anchor: undefined }, 'anchor must be text'],
    [{ anchor: ['title'] }, 'anchor must be text'],
    [{ start: -1 }, 'start must not be negative'],
    [{ start: 1.5 }, 'start must be a whole number'],
    [{ start: '0' }, 'start must be a whole number'],
    [{ start: 100_001 }, 'start must be at most 100000'],
    [{ seconds: -0.1 }, 'seconds must not be negative'],
    [{ seconds: '7' }, 'seconds must be a number'],
    [{ seconds: Number.NaN }, 'seconds must be a number'],
    [{ seconds: 86_401 }, 'seconds must be at most 86400'],
  ])('is rejected with %j', (change, problem) => {
    expect(listProblems(change)).toEqual([problem]);
  });

  it('rejects additional fields', () => {
    expect(listProblems({ narrator: 'af' })).toHaveLength(1);
  });
});
