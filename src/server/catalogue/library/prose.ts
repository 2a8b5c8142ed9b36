import type { Element } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Paragraph } from 'mdast';
import { toHast } from 'mdast-util-to-hast';

/** The markup a paragraph may have: inline, and nothing that loads or runs. */
const INLINE: Schema = {
  tagNames: ['a', 'br', 'code', 'em', 'strong', 'sub', 'sup'],
  attributes: { a: ['href'] },
  protocols: { href: ['https', 'http', 'mailto'] },
  strip: ['script', 'style'],
};

/** A paragraph's inside as sanitised HTML. Raw HTML in the source is dropped. */
export function toParagraphHtml(paragraph: Paragraph): string {
  const element = toHast(paragraph) as Element;
  return toHtml(sanitize({ type: 'root', children: element.children }, INLINE)).trim();
}
