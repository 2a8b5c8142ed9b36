import type { Article } from '#domain/article.ts';
import { EMPTY_LEXICON, type Lexicon } from './lexicon.ts';
import { extractParagraphText, type ParagraphText } from './paragraph-text.ts';
import { splitSentences } from './segmentation.ts';
import { verbalise } from './verbalisation/verbalise.ts';

/** An article prepared for the ear. */
export interface Script {
  sections: ScriptSection[];
}

interface ScriptSection {
  kind: 'opening' | 'introduction' | 'key-point' | 'conclusion';
  /** For a list of chapters: the article's title, the key point's, or what the part is called. */
  title: string;
  passages: Passage[];
}

/** What one element of the page says. */
interface Passage {
  /**
   * Where it stands: `title`, `author`, or a path into the body, such as `introduction.0`, `keyPoints.1.title`,
   * `keyPoints.1.paragraphs.0`, `keyPoints.1.takeaway`, `conclusion.2`.
   */
  anchor: string;
  sentences: ScriptSentence[];
}

interface ScriptSentence {
  /** Where it begins in the element's `textContent`, in UTF-16 units. */
  start: number;
  /** The characters the reader sees. */
  text: string;
  /** What is said for them: English words, and the pauses `.,?!;:` */
  spoken: string;
}

/** Longer than this a sentence is too long for one breath. */
const LONGEST_BREATH = 300;

/**
 * What a narrator says of an article, in the order of the page: its title and author, the introduction, each
 * key point with its title and takeaway, the conclusion. The summary is for the eye and is left out.
 * `author` is the name that stands under the title.
 */
export function buildScript(
  { title, body }: Pick<Article, 'title' | 'body'>,
  author: string,
  lexicon: Lexicon = EMPTY_LEXICON,
): Script {
  const say = (anchor: string, text: ParagraphText, leadIn = ''): Passage => ({
    anchor,
    sentences: splitSentences(text.plain).map(({ start, text: sentence }, at) => ({
      start,
      text: sentence,
      spoken:
        (at === 0 ? leadIn : '') +
        withBreaths(verbalise(text.typeset.slice(start, start + sentence.length), lexicon)),
    })),
  });
  const paragraphs = (anchor: string, html: readonly string[]) =>
    html.map((paragraph, at) => say(`${anchor}.${at}`, extractParagraphText(paragraph)));

  return {
    sections: [
      {
        kind: 'opening',
        title,
        passages: [say('title', asIs(title)), say('author', asIs(author), 'By ')],
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
          say(`keyPoints.${at}.title`, asIs(point.title)),
          ...paragraphs(`keyPoints.${at}.paragraphs`, point.paragraphs),
          say(`keyPoints.${at}.takeaway`, asIs(point.takeaway), 'Takeaway: '),
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

const asIs = (text: string): ParagraphText => ({ plain: text, typeset: text });

/** A very long sentence takes a breath where its parts already stand apart. */
function withBreaths(spoken: string): string {
  if (spoken.length <= LONGEST_BREATH) return spoken;
  return spoken.replace(/; ([a-z])/g, (_, letter: string) => `. ${letter.toUpperCase()}`);
}
