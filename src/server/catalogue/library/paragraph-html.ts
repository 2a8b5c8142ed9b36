import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Paragraph } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toHast } from 'mdast-util-to-hast';

/** The HTML that is allowed in a paragraph: inline elements that load no resources and run no code. */
const INLINE_SCHEMA: Schema = {
  tagNames: ['a', 'br', 'code', 'em', 'strong', 'sub', 'sup'],
  attributes: { a: ['href'] },
  protocols: { href: ['https', 'http', 'mailto'] },
  strip: ['script', 'style'],
};

/**
 * Renders a paragraph from a Markdown syntax tree as sanitized inline HTML. Keeps HTML tags in the paragraph if they
 * are allowed.
 */
export function renderParagraphNode(paragraph: Paragraph): string {
  const element = toHast(paragraph, { allowDangerousHtml: true }) as Element;
  return sanitizeParagraphHtml(toHtml(element.children, { allowDangerousHtml: true }));
}

/**
 * Renders the first block of Markdown text as sanitized inline HTML. Returns an empty string if
 * this block is not a paragraph.
 */
export function renderMarkdownParagraph(markdown: string): string {
  const [first] = fromMarkdown(markdown).children;
  return first?.type === 'paragraph' ? renderParagraphNode(first) : '';
}

/**
 * Removes from untrusted HTML everything that is not allowed in a paragraph. Idempotent: sanitizing the result again
 * does not change it.
 */
export function sanitizeParagraphHtml(html: string): string {
  return toHtml(
    sanitize(fromHtml(removeDisallowedTagsAndAttributes(html), { fragment: true }), INLINE_SCHEMA),
  )
    .replaceAll(/<br>\n?/g, '<br>\n')
    .trim();
}

const TAG = /<(\/?)([a-z][a-z\d]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * Removes all tags that {@link INLINE_SCHEMA} does not allow, and all attributes except those of
 * links. This makes the HTML cheaper to parse, because HTML parsers copy formatting that spans
 * several blocks into each block. Without this step, 6,000 characters became 180,000 elements and
 * took one second to parse. The result is not safe: the caller must still parse and sanitize it. In
 * particular, `script` and `style` tags remain, so that the sanitizer can remove their content.
 */
export function removeDisallowedTagsAndAttributes(html: string): string {
  return html.replace(TAG, (tag, slash: string, name: string) => {
    const tagName = name.toLowerCase();
    if (tagName === 'a' || INLINE_SCHEMA.strip!.includes(tagName)) return tag;
    return INLINE_SCHEMA.tagNames!.includes(tagName) ? `<${slash}${tagName}>` : '';
  });
}
