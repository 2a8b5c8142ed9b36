import type { Article } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { LibraryArticle } from '#server/catalogue/library/library.ts';
import { buildScript } from '#speech/script/narration-script.ts';
import { splitSentences } from '#speech/script/segmentation.ts';

/**
 * The kind of a passage in an article. `prose` is the text of a paragraph. All other kinds announce or summarize
 * paragraphs.
 */
export type PassageKind = 'title' | 'tagline' | 'summary' | 'heading' | 'takeaway' | 'prose';

/** A text element of an article, such as a heading or a paragraph, as plain text and as a list of its sentences. */
export interface Passage {
  kind: PassageKind;
  /**
   * Number of the section that contains the passage: 0 for the introduction, 1 to 3 for the key points, and 4 for the
   * conclusion. −1 stands for everything outside these sections, such as the title and the summary.
   */
  section: number;
  text: string;
  sentences: string[];
}

/** An article that is split into passages, with its claims (factual statements and their sources). */
export interface SplitArticle {
  article: Pick<Article, 'title'>;
  claims: ClaimsFile | undefined;
  passages: Passage[];
}

/** An article of the content library that is split into passages. */
export interface SplitLibraryArticle extends SplitArticle {
  /** The author and slug of the article, as `alias/slug`. */
  path: string;
  article: LibraryArticle['article'];
}

/** Splits an article of the content library into passages. */
export function splitLibraryArticle({
  aliasKey,
  slug,
  article,
  claims,
}: LibraryArticle): SplitLibraryArticle {
  const passages = splitIntoPassages(article, aliasKey);
  return { path: `${aliasKey}/${slug}`, article, claims, passages };
}

/** Splits an article's text, as readers see it, into passages. */
export function splitIntoPassages(
  article: Pick<Article, 'title' | 'tagline' | 'body'>,
  author: string,
): Passage[] {
  const { sections } = buildScript(article, author);
  const scriptPassages = sections.flatMap(({ passages }, index) =>
    passages.map(({ anchor, sentences }) => {
      const kind: PassageKind = anchor.endsWith('takeaway')
        ? 'takeaway'
        : anchor.endsWith('title')
          ? index === 0
            ? 'title'
            : 'heading'
          : 'prose';
      const texts = sentences.map(({ text }) => text);
      return { anchor, kind, section: index - 1, text: texts.join(' '), sentences: texts };
    }),
  );
  const createPassage = (kind: PassageKind, text: string) => ({
    kind,
    section: -1,
    text,
    sentences: splitSentences(text).map(({ text }) => text),
  });
  return [
    ...scriptPassages
      .filter(({ anchor }) => anchor !== 'author')
      .map(({ anchor: _, ...rest }) => rest),
    createPassage('tagline', article.tagline),
    ...article.body.summary.map((line) => createPassage('summary', line)),
  ];
}

/** Returns the paragraphs of an article in order. */
export function listProsePassages({ passages }: Pick<SplitArticle, 'passages'>): Passage[] {
  return passages.filter(({ kind }) => kind === 'prose');
}

/** Returns all sentences in an article's paragraphs, in order. */
export function listProseSentences(article: Pick<SplitArticle, 'passages'>): string[] {
  return listProsePassages(article).flatMap(({ sentences }) => sentences);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu;

/**
 * Splits a text into lowercase words. All style checks count words with this function. A number or a hyphenated
 * compound counts as one word. Dashes and symbols between spaces do not count as words.
 */
export function splitIntoLowerCaseWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/[’'.,-]+$/u, ''));
}

/** Counts the words of an article without its summary and tagline. */
export function countWordsWithoutSummaryAndTagline({
  passages,
}: Pick<SplitArticle, 'passages'>): number {
  const isCounted = ({ kind }: Passage) => kind !== 'summary' && kind !== 'tagline';
  return passages
    .filter(isCounted)
    .reduce((sum, { text }) => sum + splitIntoLowerCaseWords(text).length, 0);
}
