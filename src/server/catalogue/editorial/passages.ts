import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';
import { buildScript } from '#speech/script/script.ts';
import { splitSentences } from '#speech/script/segmentation.ts';

/** What a passage is in its article. Only prose is the argument itself; the other parts say it again. */
export type PassageKind = 'title' | 'tagline' | 'summary' | 'heading' | 'takeaway' | 'prose';

/** One element of the page, as its readers read it: without markup, sentence by sentence. */
export interface Passage {
  kind: PassageKind;
  /** 0 the introduction, 1 to 3 the key points, 4 the conclusion; −1 what stands above them. */
  section: number;
  text: string;
  sentences: string[];
}

/** A text taken apart into what is counted and covered. */
export interface ParsedText {
  article: Pick<Article, 'title'>;
  claims: ClaimsFile | undefined;
  passages: Passage[];
}

/** An article of the library as an editor reads it. */
export interface ParsedArticle extends ParsedText {
  /** `alias/slug` */
  path: string;
  article: LibraryArticle['article'];
}

/** Takes an article of the library apart. */
export function parseLibraryArticle({
  aliasKey,
  slug,
  article,
  claims,
}: LibraryArticle): ParsedArticle {
  const passages = splitIntoPassages(article, aliasKey);
  return { path: `${aliasKey}/${slug}`, article, claims, passages };
}

/** What readers read of an article, in pieces. */
export function splitIntoPassages(
  article: Pick<Article, 'title' | 'tagline' | 'body'>,
  author: string,
): Passage[] {
  const { sections } = buildScript(article, author);
  const spoken = sections.flatMap(({ passages }, at) =>
    passages.map(({ anchor, sentences }) => {
      const kind: PassageKind = anchor.endsWith('takeaway')
        ? 'takeaway'
        : anchor.endsWith('title')
          ? at === 0
            ? 'title'
            : 'heading'
          : 'prose';
      const texts = sentences.map(({ text }) => text);
      return { anchor, kind, section: at - 1, text: texts.join(' '), sentences: texts };
    }),
  );
  const createPassage = (kind: PassageKind, text: string) => ({
    kind,
    section: -1,
    text,
    sentences: splitSentences(text).map(({ text }) => text),
  });
  return [
    ...spoken.filter(({ anchor }) => anchor !== 'author').map(({ anchor: _, ...rest }) => rest),
    createPassage('tagline', article.tagline),
    ...article.body.summary.map((line) => createPassage('summary', line)),
  ];
}

/** The paragraphs, in order. */
export function listParagraphs({ passages }: Pick<ParsedText, 'passages'>): Passage[] {
  return passages.filter(({ kind }) => kind === 'prose');
}

/** Every sentence of the paragraphs. */
export function listSentences(reading: Pick<ParsedText, 'passages'>): string[] {
  return listParagraphs(reading).flatMap(({ sentences }) => sentences);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu;

/**
 * The words of a text, in small letters: what all counts of style count. Numbers and hyphenated compounds are one
 * word each; dashes and signs that stand alone are none.
 */
export function splitWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/[’'.,-]+$/u, ''));
}

/** Words of the article without its summary and tagline: what its length is. */
export function countWords({ passages }: Pick<ParsedText, 'passages'>): number {
  const isCounted = ({ kind }: Passage) => kind !== 'summary' && kind !== 'tagline';
  return passages.filter(isCounted).reduce((sum, { text }) => sum + splitWords(text).length, 0);
}
