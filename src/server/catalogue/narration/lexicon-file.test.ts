import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLibrary } from '#server/catalogue/library/library.ts';
import type { ContentFileError } from '#server/platform/text/file-error.ts';
import { EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import {
  buildScript,
  extractParagraphText,
  type NarrationScript,
} from '#speech/script/narration-script.ts';
import { readLexicon } from './lexicon-file.ts';

const SHIPPED_LIBRARY = path.join(import.meta.dirname, '../../../../content');

const listPassages = (script: NarrationScript) =>
  script.sections.flatMap(({ passages }) => passages);

const errors: ContentFileError[] = [];
const lexicon = await readLexicon(SHIPPED_LIBRARY, errors);
const { articles, authors } = await readLibrary(SHIPPED_LIBRARY);

describe('the shipped library', () => {
  it('has a lexicon and articles', () => {
    expect(errors).toEqual([]);
    expect(lexicon.exact.size).toBeGreaterThan(80);
    expect(articles.length).toBeGreaterThanOrEqual(20);
  });

  it.each(articles.map(({ file, article }) => [file, article] as const))(
    'verbalizes %s completely',
    (_, article) => {
      const passages = listPassages(buildScript(article, authors[0]!.alias, lexicon));
      const { introduction, keyPoints, conclusion } = article.body;
      const paragraphs = new Map<string, string>([
        ...introduction.map((html, at) => [`introduction.${at}`, html] as const),
        ...keyPoints.flatMap((point, at) =>
          point.paragraphs.map(
            (html, index) => [`keyPoints.${at}.paragraphs.${index}`, html] as const,
          ),
        ),
        ...conclusion.map((html, at) => [`conclusion.${at}`, html] as const),
      ]);
      for (const { anchor, sentences } of passages) {
        for (const { spoken } of sentences)
          expect(spoken).toMatch(/^[A-Z][A-Za-z .,?!;:'-]*[.?!]$/);
        const html = paragraphs.get(anchor);
        if (html === undefined) continue;
        const { plain } = extractParagraphText(html);
        expect(sentences.map(({ text }) => text).join(' ')).toBe(plain.replace(/\s+/g, ' '));
        for (const { start, text } of sentences)
          expect(plain.slice(start).startsWith(text)).toBe(true);
      }
    },
  );
});

describe('readLexicon', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-lexicon-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = async (text: string) => {
    writeFileSync(path.join(folder, 'lexicon.yaml'), text);
    const errors: ContentFileError[] = [];
    return { lexicon: await readLexicon(folder, errors), errors };
  };

  it('distinguishes words that match one case from words that match any case', async () => {
    const { lexicon, errors } = await read(
      '# How\nBach: Bark\nwi-fi: { say: why-fye, anyCase: true }\n',
    );
    expect(errors).toEqual([]);
    expect(lexicon.exact.get('Bach')).toBe('Bark');
    expect(lexicon.anyCase.get('wi-fi')).toBe('why-fye');
  });

  it('accepts a missing and an empty file', async () => {
    expect(await readLexicon(folder)).toEqual(EMPTY_LEXICON);
    expect((await read('# nothing yet\n')).errors).toEqual([]);
  });

  it.each([
    ['a respelling with digits', 'Bach: Bark\nBasel: Ba5el\n', 2, 'Basel: '],
    ['a respelling with accents', 'Bach: Bärk\n', 1, 'Bach: '],
    ['a number as a respelling', 'Bach: 5\n', 1, 'Bach: '],
    ['an unknown field', 'Bach:\n  say: Bark\n  loud: true\n', 2, 'Bach'],
    ['a word twice', 'Bach: Bark\nBach: Back\n', 2, 'unique'],
    ['a word without letters', '"--": dash\n', 1, 'letter'],
    ['invalid YAML', 'Bach: "Bark\n', 2, 'quote'],
  ])('reports the line of %s', async (_, text, line, reason) => {
    const { lexicon, errors } = await read(text);
    expect(lexicon).toEqual(EMPTY_LEXICON);
    expect(errors[0]).toMatchObject({ file: 'lexicon.yaml', line });
    expect(errors[0]!.reason).toContain(reason);
  });
});
