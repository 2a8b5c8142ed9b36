import { escapeHtml } from '#domain/escape-html.ts';
import { LINK_URL_PATTERN } from './prose-schema.ts';

/**
 * Converts HTML from the clipboard to paragraphs with the inline tags that prose supports. Converts
 * the styles that word processors use for bold, italic, superscript and subscript text to tags.
 * Removes hidden content, such as deleted text, comments and list markers. Converts each row of a
 * table to a paragraph. Does not change HTML that was copied from the prose editor.
 */
export function cleanPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(disableStyles(html), 'text/html');
  const writer = new ParagraphWriter();
  writeElement(writer, body, PLAIN_FORMAT);
  return writer.end();
}

/** The formatting of a run of text. */
interface TextFormat {
  isBold: boolean;
  isItalic: boolean;
  isCode: boolean;
  position: 'sub' | 'sup' | null;
  href: string | null;
}

const PLAIN_FORMAT: TextFormat = {
  isBold: false,
  isItalic: false,
  isCode: false,
  position: null,
  href: null,
};

/** The formatting that HTML tags stand for, by tag name. */
const TAG_FORMATS: Readonly<Record<string, Partial<TextFormat>>> = {
  B: { isBold: true },
  STRONG: { isBold: true },
  I: { isItalic: true },
  EM: { isItalic: true },
  CODE: { isCode: true },
  SUB: { position: 'sub' },
  SUP: { position: 'sup' },
};

const BLOCK_TAGS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const CELL_SELECTOR = 'td, th';
const CELL_SEPARATOR = ' | ';

/** Selector for hidden elements in pasted HTML. Word Online marks deleted text with a CSS class. */
const HIDDEN_SELECTOR =
  'del, script, style, template, title, .TrackChangeTextDeletion, .Apple-interchange-newline';

/**
 * Selector for elements that WebKit and Chromium insert when text is copied. The elements contain a no-break space in
 * place of an ordinary space.
 */
const CONVERTED_SPACE_SELECTOR = 'span.Apple-converted-space, span:not([class]):not([data-style])';

function writeElement(writer: ParagraphWriter, element: Element, format: TextFormat): void {
  for (const node of element.childNodes) {
    if (node instanceof Text) writer.write(node.data, format);
    if (!(node instanceof Element)) continue;
    const styles = readStyles(node);
    if (node.matches(HIDDEN_SELECTOR) || isHidden(styles)) continue;
    if (node.matches(CONVERTED_SPACE_SELECTOR) && node.textContent === '\u00a0') {
      writer.write(' ', format);
      continue;
    }
    if (node.tagName === 'BR') writer.breakLine();
    if (node.matches(CELL_SELECTOR)) writer.breakCell();
    breakAround(writer, node);
    writeElement(writer, node, readFormat(node, styles, format));
    breakAround(writer, node);
  }
}

/**
 * Separates a block element from the text around it with a paragraph break. In a table row with several cells, uses a
 * word break instead.
 */
function breakAround(writer: ParagraphWriter, node: Element): void {
  if (!BLOCK_TAGS.has(node.tagName)) return;
  const cell = node.closest(CELL_SELECTOR);
  if (cell && cell.parentElement!.childElementCount > 1) writer.breakWord();
  else writer.breakParagraph();
}

/**
 * Returns true if the styles mark hidden text, a comment, or the bullet or number that Word inserts before a list item.
 */
function isHidden(styles: ReadonlyMap<string, string>): boolean {
  return (
    styles.get('display') === 'none' ||
    styles.get('mso-hide') === 'all' ||
    styles.get('mso-list') === 'ignore' ||
    styles.get('mso-special-character') === 'comment' ||
    (styles.get('mso-element')?.startsWith('comment') ?? false)
  );
}

function readFormat(
  element: Element,
  styles: ReadonlyMap<string, string>,
  inherited: TextFormat,
): TextFormat {
  const format = { ...inherited, ...TAG_FORMATS[element.tagName] };
  const weight = styles.get('font-weight');
  if (weight) format.isBold = /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600;
  const fontStyle = styles.get('font-style');
  if (fontStyle) format.isItalic = /^(italic|oblique)/.test(fontStyle);
  const align = styles.get('vertical-align');
  if (align === 'super') format.position = 'sup';
  if (align === 'sub') format.position = 'sub';
  const href = element.tagName === 'A' ? element.getAttribute('href') : null;
  if (href && LINK_URL_PATTERN.test(href)) format.href = href;
  return format;
}

/** Returns the style declarations of an element by property, in lower case. */
function readStyles(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').toLowerCase().split(';');
  return new Map(
    declarations.map((declaration) => {
      const [property = '', ...value] = declaration.split(':');
      return [property.trim(), value.join(':').trim()];
    }),
  );
}

/**
 * Renames `style` attributes to `data-style` and removes `<style>` elements. The content security policy forbids inline
 * styles, and browsers report violations even for a document that is not displayed.
 */
function disableStyles(html: string): string {
  return html
    .replaceAll(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
      tag.replaceAll(/\sstyle(?=\s*=)/gi, ' data-style'),
    );
}

/** Collects text as HTML paragraphs. Skips empty paragraphs. */
class ParagraphWriter {
  #paragraphs = '';
  #paragraph = '';
  /** Pending white space, as HTML. It is written only if more text follows in the paragraph. */
  #gap = '';

  /** Appends text with the given formatting. Collapses white space, but keeps no-break spaces. */
  write(text: string, format: TextFormat): void {
    for (const piece of text.split(/([ \t\r\n\f]+)/)) {
      if (/^[ \t\r\n\f]/.test(piece)) this.breakWord(wrapInTags(' ', format));
      else if (piece) {
        this.#paragraph += this.#gap + wrapInTags(piece, format);
        this.#gap = '';
      }
    }
  }

  breakWord(space = ' '): void {
    if (this.#paragraph) this.#gap ||= space;
  }

  breakLine(): void {
    this.#paragraph += '<br>';
    this.#gap = '';
  }

  breakCell(): void {
    this.#paragraph = this.#paragraph.trimEnd();
    if (hasText(this.#paragraph)) this.#gap = CELL_SEPARATOR;
  }

  breakParagraph(): void {
    const paragraph = this.#paragraph.replaceAll(/^(<br>|\s)+|(<br>|\s)+$/g, '');
    if (hasText(paragraph)) this.#paragraphs += `<p>${paragraph}</p>`;
    this.#paragraph = '';
    this.#gap = '';
  }

  end(): string {
    this.breakParagraph();
    return this.#paragraphs;
  }
}

function hasText(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').trim() !== '';
}

function wrapInTags(
  text: string,
  { isBold, isItalic, isCode, position, href }: TextFormat,
): string {
  const tags = [
    href && `a href="${escapeHtml(href)}"`,
    isBold && 'strong',
    isItalic && 'em',
    isCode && 'code',
    position,
  ].filter((tag) => typeof tag === 'string');
  const closing = tags.toReversed().map((tag) => `</${tag.split(' ', 1)[0]}>`);
  return tags.map((tag) => `<${tag}>`).join('') + escapeHtml(text) + closing.join('');
}
