import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';
import { buildScript } from '#speech/script/script.ts';
import { splitSentences } from '#speech/script/segmentation.ts';

/** What a passage is in its article. Only prose is the argument itself; the other parts say it again. */
export type Part = 'title' | 'tagline' | 'summary' | 'heading' | 'takeaway' | 'prose';

/** One element of the page, as its readers read it: without markup, sentence by sentence. */
export interface Passage {
  part: Part;
  /** 0 the introduction, 1 to 3 the key points, 4 the conclusion; −1 what stands above them. */
  section: number;
  text: string;
  sentences: string[];
}

/** A text taken apart into what is counted and covered. */
export interface ReadText {
  article: Pick<Article, 'title'>;
  claims: ClaimsFile | undefined;
  passages: Passage[];
}

/** An article of the library as an editor reads it. */
export interface Reading extends ReadText {
  /** `alias/slug` */
  address: string;
  article: LibraryArticle['article'];
}

/** Takes an article of the library apart. */
export function readingOf({ aliasKey, slug, article, claims }: LibraryArticle): Reading {
  const passages = passagesOf(article, aliasKey);
  return { address: `${aliasKey}/${slug}`, article, claims, passages };
}

/** What readers read of an article, in pieces. */
export function passagesOf(
  article: Pick<Article, 'title' | 'tagline' | 'body'>,
  author: string,
): Passage[] {
  const { sections } = buildScript(article, author);
  const spoken = sections.flatMap(({ passages }, at) =>
    passages.map(({ anchor, sentences }) => {
      const part: Part = anchor.endsWith('takeaway')
        ? 'takeaway'
        : anchor.endsWith('title')
          ? at === 0
            ? 'title'
            : 'heading'
          : 'prose';
      const texts = sentences.map(({ text }) => text);
      return { anchor, part, section: at - 1, text: texts.join(' '), sentences: texts };
    }),
  );
  const above = (part: Part, text: string) => ({
    part,
    section: -1,
    text,
    sentences: splitSentences(text).map(({ text }) => text),
  });
  return [
    ...spoken.filter(({ anchor }) => anchor !== 'author').map(({ anchor: _, ...rest }) => rest),
    above('tagline', article.tagline),
    ...article.body.summary.map((line) => above('summary', line)),
  ];
}

/** The paragraphs, in order. */
export function proseOf({ passages }: Pick<ReadText, 'passages'>): Passage[] {
  return passages.filter(({ part }) => part === 'prose');
}

/** Every sentence of the paragraphs. */
export function sentencesIn(reading: Pick<ReadText, 'passages'>): string[] {
  return proseOf(reading).flatMap(({ sentences }) => sentences);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu;

/**
 * The words of a text, in small letters: what all counts of style count. Numbers and hyphenated compounds are one
 * word each; dashes and signs that stand alone are none.
 */
export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/[’'.,-]+$/u, ''));
}

/** Words of the article without its summary and tagline: what its length is. */
export function lengthOf({ passages }: Pick<ReadText, 'passages'>): number {
  const isCounted = ({ part }: Passage) => part !== 'summary' && part !== 'tagline';
  return passages.filter(isCounted).reduce((sum, { text }) => sum + wordsOf(text).length, 0);
}
