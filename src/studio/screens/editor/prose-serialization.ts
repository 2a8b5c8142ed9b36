import { DOMParser, type Mark, type Node, type Schema } from '@tiptap/pm/model';

/**
 * Parses stored HTML paragraphs into a document of the prose editor. {@link serializeParagraphs} converts the document
 * back to identical paragraphs.
 */
export function parseParagraphs(paragraphs: readonly string[], schema: Schema): Node {
  const parser = DOMParser.fromSchema(schema);
  const page = document.implementation.createHTMLDocument('');
  const nodes = paragraphs.map((html) => {
    const paragraph = page.createElement('p');
    paragraph.innerHTML = html;
    const parsed = parser.parse(paragraph, {
      topNode: schema.nodes.paragraph!.create(),
      preserveWhitespace: 'full',
    });
    return schema.nodes.paragraph!.create(null, parsed.content);
  });
  return schema.nodes.doc!.create(null, nodes.length ? nodes : schema.nodes.paragraph!.create());
}

/** Serializes a document to HTML paragraphs, omitting empty paragraphs. */
export function serializeParagraphs(doc: Node): string[] {
  const paragraphs: string[] = [];
  doc.forEach((node) => {
    const html = serializeInline(node).trim();
    if (html) paragraphs.push(html);
  });
  return paragraphs;
}

/** Returns true if a paragraph contains text. The preview and published articles omit all other paragraphs. */
export function hasParagraphText(paragraph: Node): boolean {
  return paragraph.textContent.trim() !== '';
}

/**
 * Serializes the content of a paragraph. Escapes the same characters as the server does, so that unchanged text stays
 * identical.
 */
function serializeInline(paragraph: Node): string {
  let html = '';
  let openMarks: readonly Mark[] = [];
  paragraph.forEach((node) => {
    const firstDifference = openMarks.findIndex((mark, at) => !node.marks[at]?.eq(mark));
    const sharedCount = firstDifference === -1 ? openMarks.length : firstDifference;
    html += openMarks.slice(sharedCount).toReversed().map(formatClosingTag).join('');
    html += node.marks.slice(sharedCount).map(formatOpeningTag).join('');
    html += node.isText ? escapeText(node.text!) : '<br>';
    openMarks = node.marks;
  });
  return html + openMarks.toReversed().map(formatClosingTag).join('');
}

const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  link: 'a',
};

function formatOpeningTag({ type, attrs }: Mark): string {
  if (type.name !== 'link') return `<${MARK_TAGS[type.name]}>`;
  return `<a href="${escapeText(String(attrs.href)).replaceAll('"', '&#x22;')}">`;
}

function formatClosingTag({ type }: Mark): string {
  return `</${MARK_TAGS[type.name]}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;');
}
