import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { Article } from '#domain/article.ts';
import { EMPTY_LEXICON, type Lexicon } from './lexicon.ts';
import { splitSentences } from './segmentation.ts';
import { verbalizeSentence } from './verbalization/verbalize-sentence.ts';

/** The text that a narrator speaks for an article. */
export interface NarrationScript {
  sections: ScriptSection[];
}

interface ScriptSection {
  kind: 'opening' | 'introduction' | 'key-point' | 'conclusion';
  /** The title of the audio chapter: the article's or a key point's title, "Introduction" or "Conclusion". */
  title: string;
  passages: Passage[];
}

/** The sentences of one element of the article page. */
interface Passage {
  /**
   * The ID of the page element: `title`, `author`, or a path into the article's body. Examples of paths are
   * `introduction.0`, `keyPoints.1.title`, `keyPoints.1.paragraphs.0`, `keyPoints.1.takeaway` and `conclusion.2`.
   */
  anchor: string;
  sentences: ScriptSentence[];
}

interface ScriptSentence {
  /** The index in the element's `textContent` at which the sentence begins, in UTF-16 code units. */
  start: number;
  /** The sentence as the page shows it. */
  text: string;
  /** The sentence as the speech engine receives it: English words, with `.,?!;:` for pauses. */
  spoken: string;
}

/** The maximum length, in characters, of a sentence with normal pauses. In a longer sentence, pauses are lengthened. */
const MAX_BREATH_LENGTH = 300;

/**
 * Builds an article's script, in the order of the page. The script contains the title, the author, the introduction,
 * each key point with its title and takeaway, and the conclusion, but not the summary.
 *
 * @param author the author's name as shown under the title
 */
export function buildScript(
  { title, body }: Pick<Article, 'title' | 'body'>,
  author: string,
  lexicon: Lexicon = EMPTY_LEXICON,
): NarrationScript {
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

/** Builds the script of a plain text that is not an article, such as a voice sample. */
export function buildTextScript(title: string, text: string, lexicon: Lexicon): NarrationScript {
  const passages = [buildPassage('text', toPlainText(text), lexicon)];
  return { sections: [{ kind: 'opening', title, passages }] };
}

/**
 * Builds the passage for one page element. The narrator speaks `leadIn`, a text that the page does not show, before the
 * first sentence.
 */
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
      addPauses(verbalizeSentence(typeset.slice(start, start + text.length), lexicon)),
  }));
  return { anchor, sentences };
}

/** The text of a paragraph without its markup, in two forms. */
interface ParagraphText {
  /** The `textContent` of the paragraph in a browser. */
  plain: string;
  /**
   * The same text with Unicode superscripts and subscripts for the characters inside `<sup>` and `<sub>`, so that
   * formulas are read correctly. Each character has the same index as in `plain`.
   */
  typeset: string;
}

/** Extracts the text of a paragraph from its HTML, and decodes character references such as `&amp;`. */
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
