import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Paragraph } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toHast } from 'mdast-util-to-hast';

/** The markup a paragraph may have: inline, and nothing that loads or runs. */
const INLINE_SCHEMA: Schema = {
  tagNames: ['a', 'br', 'code', 'em', 'strong', 'sub', 'sup'],
  attributes: { a: ['href'] },
  protocols: { href: ['https', 'http', 'mailto'] },
  strip: ['script', 'style'],
};

/** A paragraph's inside as sanitised HTML. Of raw HTML in the source, what a paragraph may have is kept. */
export function renderParagraphHtml(paragraph: Paragraph): string {
  const element = toHast(paragraph, { allowDangerousHtml: true }) as Element;
  return sanitizeParagraph(toHtml(element.children, { allowDangerousHtml: true }));
}

/** The inside of a paragraph that is written in Markdown, as sanitised HTML; empty where it is no paragraph. */
export function renderMarkdownParagraph(markdown: string): string {
  const [first] = fromMarkdown(markdown).children;
  return first?.type === 'paragraph' ? renderParagraphHtml(first) : '';
}

/** HTML from outside as a paragraph's inside: what it may not have is dropped. The same text is always written alike. */
export function sanitizeParagraph(html: string): string {
  return toHtml(sanitize(fromHtml(removeBlockTags(html), { fragment: true }), INLINE_SCHEMA))
    .replaceAll(/<br>\n?/g, '<br>\n')
    .trim();
}

const TAG = /<(\/?)([a-z][a-z\d]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * HTML with no tags but those that {@link INLINE_SCHEMA} knows, and no attributes but those of links. Where formatting with
 * attributes crosses blocks, parsing by the standard copies it into each block: 6,000 characters became 180,000 elements
 * and took a second. This makes nothing safe by itself; what is left is parsed and sanitised.
 */
export function removeBlockTags(html: string): string {
  return html.replace(TAG, (tag, slash: string, name: string) => {
    const tagName = name.toLowerCase();
    if (tagName === 'a' || INLINE_SCHEMA.strip!.includes(tagName)) return tag;
    return INLINE_SCHEMA.tagNames!.includes(tagName) ? `<${slash}${tagName}>` : '';
  });
}
