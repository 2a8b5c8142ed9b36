import { escapeHtml } from '#domain/escape-html.ts';
import { LINKABLE } from './prose-schema.ts';

/**
 * Converts HTML from the clipboard to paragraphs with the inline tags that prose may have. Word processors express bold,
 * italics and superscripts as styles, and include hidden parts: deleted text, comments, list markers. A table row becomes
 * one paragraph. HTML copied from the editor itself is returned unchanged.
 */
export function cleanPasted(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  const writer = new ParagraphWriter();
  readInto(writer, body, PLAIN);
  return writer.end();
}

/** The formatting of a run of text. */
interface Setting {
  isBold: boolean;
  isItalic: boolean;
  isCode: boolean;
  position: 'sub' | 'sup' | null;
  href: string | null;
}

const PLAIN: Setting = {
  isBold: false,
  isItalic: false,
  isCode: false,
  position: null,
  href: null,
};

/** The formatting that tags imply. */
const SETTINGS: Readonly<Record<string, Partial<Setting>>> = {
  B: { isBold: true },
  STRONG: { isBold: true },
  I: { isItalic: true },
  EM: { isItalic: true },
  CODE: { isCode: true },
  SUB: { position: 'sub' },
  SUP: { position: 'sup' },
};

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const CELL = 'td, th';
const BETWEEN_CELLS = ' | ';

/** Elements that are not part of the text. Word Online marks deletions with a class. */
const UNSEEN =
  'del, script, style, template, title, .TrackChangeTextDeletion, .Apple-interchange-newline';

/** A plain space that WebKit or Chromium has copied as a no-break space. */
const CONVERTED_SPACE = 'span.Apple-converted-space, span:not([class]):not([data-style])';

function readInto(writer: ParagraphWriter, element: Element, setting: Setting): void {
  for (const node of element.childNodes) {
    if (node instanceof Text) writer.write(node.data, setting);
    if (!(node instanceof Element)) continue;
    const styles = stylesOf(node);
    if (node.matches(UNSEEN) || isUnseen(styles)) continue;
    if (node.matches(CONVERTED_SPACE) && node.textContent === '\u00a0') {
      writer.write(' ', setting);
      continue;
    }
    if (node.tagName === 'BR') writer.breakLine();
    if (node.matches(CELL)) writer.breakCell();
    breakAround(writer, node);
    readInto(writer, node, settingOf(node, styles, setting));
    breakAround(writer, node);
  }
}

/** A block begins and ends a paragraph; in a cell of a row with several cells, only a word. */
function breakAround(writer: ParagraphWriter, node: Element): void {
  if (!BLOCKS.has(node.tagName)) return;
  const cell = node.closest(CELL);
  if (cell && cell.parentElement!.childElementCount > 1) writer.breakWord();
  else writer.breakParagraph();
}

/** True of hidden text, comments, and the bullet or number that Word writes before a list item. */
function isUnseen(styles: ReadonlyMap<string, string>): boolean {
  return (
    styles.get('display') === 'none' ||
    styles.get('mso-hide') === 'all' ||
    styles.get('mso-list') === 'ignore' ||
    styles.get('mso-special-character') === 'comment' ||
    (styles.get('mso-element')?.startsWith('comment') ?? false)
  );
}

function settingOf(
  element: Element,
  styles: ReadonlyMap<string, string>,
  inherited: Setting,
): Setting {
  const setting = { ...inherited, ...SETTINGS[element.tagName] };
  const weight = styles.get('font-weight');
  if (weight) setting.isBold = /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600;
  const slant = styles.get('font-style');
  if (slant) setting.isItalic = /^(italic|oblique)/.test(slant);
  const align = styles.get('vertical-align');
  if (align === 'super') setting.position = 'sup';
  if (align === 'sub') setting.position = 'sub';
  const href = element.tagName === 'A' ? element.getAttribute('href') : null;
  if (href && LINKABLE.test(href)) setting.href = href;
  return setting;
}

/** Returns an element's declarations by property, in lower case. */
function stylesOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').toLowerCase().split(';');
  return new Map(
    declarations.map((declaration) => {
      const [property = '', ...value] = declaration.split(':');
      return [property.trim(), value.join(':').trim()];
    }),
  );
}

/**
 * Renames style attributes and removes style sheets: the content security policy reports each of them, even in a detached
 * document.
 */
function withoutStyles(html: string): string {
  return html
    .replaceAll(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
      tag.replaceAll(/\sstyle(?=\s*=)/gi, ' data-style'),
    );
}

/** Builds HTML paragraphs, and drops empty ones. */
class ParagraphWriter {
  #paragraphs = '';
  #paragraph = '';
  /** HTML between the text so far and whatever follows in the paragraph. */
  #gap = '';

  /** Writes text, collapsing white space other than no-break spaces. */
  write(text: string, setting: Setting): void {
    for (const piece of text.split(/([ \t\r\n\f]+)/)) {
      if (/^[ \t\r\n\f]/.test(piece)) this.breakWord(markedUp(' ', setting));
      else if (piece) {
        this.#paragraph += this.#gap + markedUp(piece, setting);
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
    if (hasText(this.#paragraph)) this.#gap = BETWEEN_CELLS;
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

function markedUp(text: string, { isBold, isItalic, isCode, position, href }: Setting): string {
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
