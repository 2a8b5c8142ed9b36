import { fromHtml } from 'hast-util-from-html';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { PhrasingContent, Root } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

/** Escapes the characters of plain text that have a special meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return serializePhrasing([{ type: 'text', value: text }]);
}

/** Converts the sanitized inline HTML of an article paragraph to Markdown. */
export function toMarkdownParagraph(html: string): string {
  const { children } = toMdast(fromHtml(`<p>${html}</p>`, { fragment: true }), {
    handlers: { sub: keepAsHtml, sup: keepAsHtml },
  }) as Root;
  const [paragraph] = children;
  return paragraph?.type === 'paragraph' ? serializePhrasing(paragraph.children) : '';
}

function serializePhrasing(children: PhrasingContent[]): string {
  return toMarkdown({ type: 'paragraph', children }, { emphasis: '*', bullet: '-' }).trim();
}

/** Writes subscript and superscript as HTML tags, because Markdown has no syntax for them. */
const keepAsHtml: Handle = (state, element) => {
  const { tagName } = element;
  return [
    { type: 'html', value: `<${tagName}>` },
    ...state.all(element),
    { type: 'html', value: `</${tagName}>` },
  ];
};
