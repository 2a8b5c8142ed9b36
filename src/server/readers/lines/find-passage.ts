import type { ArticleBody } from '#domain/article.ts';
import type { LineSection } from '#domain/lines.ts';
import { normalizePassage } from '#domain/lines.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';

/** A passage of an article. */
export interface Passage {
  /** The text with the article's own quotation marks. */
  text: string;
  /** The section in which the passage begins. */
  section: LineSection;
  /** Number of characters of the article's text before the passage. */
  position: number;
}

/**
 * Finds a passage of an article by its text, which {@link normalizePassage} must have normalized. Ignores differences
 * in quotation marks and white space, so that the result does not depend on how a browser copies text. Returns
 * `undefined` if the article does not contain the text.
 */
export function findPassage(body: ArticleBody, text: string): Passage | undefined {
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
