import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { Article } from '#domain/article.ts';
import { EMPTY_LEXICON, type Lexicon } from './lexicon.ts';
import { splitSentences } from './segmentation.ts';
import { verbalize } from './verbalization/verbalize.ts';

/** The text of an article as a narrator speaks it. */
export interface Script {
  sections: ScriptSection[];
}

interface ScriptSection {
  kind: 'opening' | 'introduction' | 'key-point' | 'conclusion';
  /** The chapter's title: the title of the article or the key point, or the name of the section. */
  title: string;
  passages: Passage[];
}

/** The sentences of one element of the article page. */
interface Passage {
  /**
   * Identifies the element on the page: `title`, `author`, or a path into the article's body, such as `introduction.0`,
   * `keyPoints.1.title`, `keyPoints.1.paragraphs.0`, `keyPoints.1.takeaway`, `conclusion.2`.
   */
  anchor: string;
  sentences: ScriptSentence[];
}

interface ScriptSentence {
  /** The index in the element's `textContent` at which the sentence begins, in UTF-16 code units. */
  start: number;
  /** The sentence as the page shows it. */
  text: string;
  /** The sentence's spoken form: English words, and `.,?!;:` for pauses. */
  spoken: string;
}

/** The length, in characters, above which the pauses in a sentence are lengthened. */
const MAX_BREATH_LENGTH = 300;

/**
 * Builds the script of an article in page order: title and author, introduction, each key point with its title and
 * takeaway, and conclusion. The summary is left out.
 *
 * @param author the name that the page shows under the title
 */
export function buildScript(
  { title, body }: Pick<Article, 'title' | 'body'>,
  author: string,
  lexicon: Lexicon = EMPTY_LEXICON,
): Script {
  const createPassage = (anchor: string, text: ParagraphText, leadIn = '') =>
    buildPassage(anchor, text, lexicon, leadIn);
  const paragraphs = (anchor: string, html: readonly string[]) =>
    html.map((paragraph, at) => createPassage(`${anchor}.${at}`, extractParagraphText(paragraph)));

  return {
    sections: [
      {
        kind: 'opening',
        title,
        passages: [
          createPassage('title', toPlainText(title)),
          createPassage('author', toPlainText(author), 'By '),
        ],
      },
      {
        kind: 'introduction',
        title: 'Introduction',
        passages: paragraphs('introduction', body.introduction),
      },
      ...body.keyPoints.map((point, at) => ({
        kind: 'key-point' as const,
        title: point.title,
        passages: [
          createPassage(`keyPoints.${at}.title`, toPlainText(point.title)),
          ...paragraphs(`keyPoints.${at}.paragraphs`, point.paragraphs),
          createPassage(`keyPoints.${at}.takeaway`, toPlainText(point.takeaway), 'Takeaway: '),
        ],
      })),
      {
        kind: 'conclusion',
        title: 'Conclusion',
        passages: paragraphs('conclusion', body.conclusion),
      },
    ],
  };
}

/** Builds the script of a short plain text. */
export function buildTextScript(title: string, text: string, lexicon: Lexicon): Script {
  const passages = [buildPassage('text', toPlainText(text), lexicon)];
  return { sections: [{ kind: 'opening', title, passages }] };
}

/** Builds a passage. `leadIn` is spoken before the first sentence, and the page does not show it. */
function buildPassage(
  anchor: string,
  { plain, typeset }: ParagraphText,
  lexicon: Lexicon,
  leadIn = '',
): Passage {
  const sentences = splitSentences(plain).map(({ start, text }, at) => ({
    start,
    text,
    spoken:
      (at === 0 ? leadIn : '') +
      addPauses(verbalize(typeset.slice(start, start + text.length), lexicon)),
  }));
  return { anchor, sentences };
}

/** A paragraph without its markup. */
interface ParagraphText {
  /** The `textContent` of the paragraph in a browser. */
  plain: string;
  /**
   * The text of `plain`, in which Unicode superscripts and subscripts replace the characters inside `<sup>` and
   * `<sub>`, so that formulas are read correctly. Each character has the same index as in `plain`.
   */
  typeset: string;
}

/** Extracts the text of a paragraph from its inline HTML, and decodes the entities. */
export function extractParagraphText(html: string): ParagraphText {
  const plain: string[] = [];
  const typeset: string[] = [];
  walk(fromHtml(html, { fragment: true }), new Map());
  return { plain: plain.join(''), typeset: typeset.join('') };

  function walk(node: Nodes, letters: ReadonlyMap<string, string>): void {
    if (node.type === 'text') {
      plain.push(node.value);
      typeset.push(node.value.replace(/./gsu, (letter) => letters.get(letter) ?? letter));
    }
    if (!('children' in node)) return;
    const tagName = node.type === 'element' ? node.tagName : '';
    const childLetters = { sup: SUPERSCRIPTS, sub: SUBSCRIPTS }[tagName] ?? letters;
    for (const child of node.children) walk(child, childLetters);
  }
}

const toPlainText = (text: string): ParagraphText => ({ plain: text, typeset: text });

/** Lengthens the pauses in a very long sentence by replacing semicolons with periods. */
function addPauses(spoken: string): string {
  if (spoken.length <= MAX_BREATH_LENGTH) return spoken;
  return spoken.replace(/; ([a-z])/g, (_, letter: string) => `. ${letter.toUpperCase()}`);
}

const SUPERSCRIPTS = createLetterMap('0123456789+-−n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ');
const SUBSCRIPTS = createLetterMap('0123456789', '₀₁₂₃₄₅₆₇₈₉');

function createLetterMap(from: string, to: string): ReadonlyMap<string, string> {
  const raised = [...to];
  return new Map([...from].map((letter, at) => [letter, raised[at]!]));
}
