import type { ArticleBody } from '#domain/article.ts';
import type { LineSection } from '#domain/lines.ts';
import { normalizePassage } from '#domain/lines.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';

/** A passage in the text of an article. */
export interface ArticlePassage {
  /** The passage's text, with quotation marks as in the article. */
  text: string;
  /** The section in which the passage begins. */
  section: LineSection;
  /** Number of characters before the passage in the article's text. */
  position: number;
}

/**
 * Finds a passage in an article by its text, which the caller must have normalized with {@link normalizePassage}.
 * Ignores differences in quotation marks and white space, because browsers copy text in different ways. Returns
 * `undefined` if the article does not contain the text.
 */
export function findPassage(body: ArticleBody, text: string): ArticlePassage | undefined {
  const sections = listSections(body);
  const fullText = sections.map(([, content]) => content).join(' ');
  const position = unifyQuotationMarks(fullText).indexOf(unifyQuotationMarks(text));
  if (!text || position === -1) return undefined;
  let end = 0;
  const [section] = sections.find(([, content]) => {
    end += content.length + 1;
    return position < end;
  })!;
  return { text: fullText.slice(position, position + text.length), section, position };
}

/** Returns the text of each section, in the order in which the article's page shows it. */
function listSections({
  summary,
  introduction,
  keyPoints,
  conclusion,
}: ArticleBody): [LineSection, string][] {
  const points = keyPoints.map(({ title, paragraphs, takeaway }, index): [LineSection, string] => [
    `point-${index + 1}` as LineSection,
    join([title, ...paragraphs.map(htmlToPlainText), takeaway]),
  ]);
  return [
    ['opening', join([...summary, ...introduction.map(htmlToPlainText)])],
    ...points,
    ['conclusion', join(conclusion.map(htmlToPlainText))],
  ];
}

const join = (texts: readonly string[]) => normalizePassage(texts.join(' '));

/** Replaces curly quotation marks with straight ones. The length of the text does not change. */
function unifyQuotationMarks(text: string): string {
  return text.replaceAll(/[’‘]/g, "'").replaceAll(/[“”]/g, '"');
}
