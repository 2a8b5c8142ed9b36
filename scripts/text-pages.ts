import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Link, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { defaultHandlers, type Handlers, type State, toHast } from 'mdast-util-to-hast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { z } from 'zod';
import { CATEGORIES } from '../src/domain/categories.ts';
import { CONTACT_RETENTION_DAYS } from '../src/domain/contact.ts';
import { CONTACT_EMAIL } from '../src/domain/contact-address.ts';
import { COUNTED_EVENT_RECEIPT_RETENTION_DAYS } from '../src/domain/counts.ts';
import { LETTER_CONFIRMATION_DAYS } from '../src/domain/letter.ts';
import { MAX_PAGE_SIZE, MAX_SEARCH_PAGE_SIZE } from '../src/domain/paging.ts';
import { REQUEST_RATE_LIMITS } from '../src/domain/request-limits.ts';
import { formatPrice, PREMIUM_PRICES_IN_CENTS, TIER_BENEFITS } from '../src/domain/tiers.ts';
import { ARTICLES_PER_WEB_FEED } from '../src/domain/web-feeds.ts';
import type { FaqText, LegalText } from '../src/web/pages/text-page.ts';

/**
 * Returns a Vite plugin that compiles the Markdown files `content/pages/*.md` at build time. A module that imports such
 * a file gets an object that contains the page's HTML.
 */
export function textPagesPlugin(): Plugin {
  return {
    name: 'octavo:text-pages',
    transform(source, id) {
      if (!/\/content\/pages\/[^/]+\.md$/.test(id)) return;
      return { code: `export default ${JSON.stringify(compileTextPage(source))}`, map: null };
    },
  };
}

/**
 * The values of placeholders such as `{{freeBookmarks}}` in the Markdown pages. They are the constants that Octavo
 * itself uses, so that the pages never contradict its behavior.
 */
const VALUES: Readonly<Record<string, string | number>> = {
  contactEmail: CONTACT_EMAIL,
  contactKeptDays: CONTACT_RETENTION_DAYS,
  receiptsKeptDays: COUNTED_EVENT_RECEIPT_RETENTION_DAYS,
  letterConfirmationDays: LETTER_CONFIRMATION_DAYS,
  categoryCount: CATEGORIES.length,
  firstCategory: CATEGORIES[0]!.name,
  lastCategory: CATEGORIES.at(-1)!.name,
  freeBookmarks: TIER_BENEFITS.free.bookmarks,
  freeLines: TIER_BENEFITS.free.lines,
  freeFollows: TIER_BENEFITS.free.follows,
  premiumBookmarks: TIER_BENEFITS.premium.bookmarks.toLocaleString('en-US'),
  monthlyPrice: formatPrice(PREMIUM_PRICES_IN_CENTS.monthly),
  annualPrice: formatPrice(PREMIUM_PRICES_IN_CENTS.annual),
  ...REQUEST_RATE_LIMITS,
  maxPageSize: MAX_PAGE_SIZE,
  maxSearchPageSize: MAX_SEARCH_PAGE_SIZE,
  feedArticles: ARTICLES_PER_WEB_FEED,
};

const frontMatterSchema = z.union([
  z.strictObject({
    title: z.string(),
    updated: z.iso.date(),
    summary: z.array(z.string()).min(1),
    numbered: z.boolean().default(false),
  }),
  z.strictObject({ title: z.string() }),
]);

/**
 * Compiles a Markdown page. A page whose front matter has a date and a summary becomes a legal text. Any other page
 * becomes a list of questions and answers. If the page contains a mistake, throws an Error that describes it.
 */
export function compileTextPage(source: string): LegalText | FaqText {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(insertValues(source)) ?? [];
  if (head === undefined || body === undefined) throw new Error('The page has no front matter.');
  const page = frontMatterSchema.parse(parse(head));
  const chapters = splitAtHeadings(fromMarkdown(body).children, 2);
  if (!('updated' in page)) return { ...page, categories: chapters.map(toCategory) };
  const { numbered, ...rest } = page;
  return {
    ...rest,
    sections: chapters.map((chapter, index) =>
      toSection(numbered ? numberChapter(chapter, index + 1) : chapter),
    ),
  };
}

function insertValues(markdown: string): string {
  return markdown.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`There is no value {{${name}}}.`);
    return String(value);
  });
}

/** A heading and the content below it, up to the next heading of the same level. */
interface Chapter {
  title: string;
  /** The heading's ID, which is written as `{#id}` at the end of the heading. */
  id: string | undefined;
  body: RootContent[];
}

function splitAtHeadings(nodes: readonly RootContent[], depth: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth === depth) {
      const [, title = '', id] = /^(.*?)(?: \{#([\w-]+)\})?$/.exec(textOf(node)) ?? [];
      chapters.push({ title, id, body: [] });
    } else if (chapters.length > 0) chapters.at(-1)!.body.push(node);
    else throw new Error(`The page has text before its first heading of level ${depth}.`);
  }
  return chapters;
}

function numberChapter({ title, body }: Chapter, number: number): Chapter {
  return { id: `section-${number}`, title: `${number}. ${title}`, body };
}

function toSection({ id, title, body }: Chapter): LegalText['sections'][number] {
  return { id: requireId(title, id), title, html: toPageHtml([createHeading(title), ...body], {}) };
}

function createHeading(title: string): RootContent {
  return { type: 'heading', depth: 2, children: [{ type: 'text', value: title }] };
}

function toCategory({ id, title, body }: Chapter): FaqText['categories'][number] {
  return {
    id: requireId(title, id),
    title,
    questions: splitAtHeadings(body, 3).map((question) => ({
      question: question.title,
      answer: toPageHtml(getSingleParagraph(question).children, { link: toStyledLink }),
    })),
  };
}

function requireId(title: string, id: string | undefined): string {
  if (!id) throw new Error(`The heading "${title}" needs an anchor: {#some-id}.`);
  return id;
}

function getSingleParagraph({ title, body }: Chapter): Paragraph {
  const [paragraph, ...further] = body;
  if (paragraph?.type !== 'paragraph' || further.length > 0)
    throw new Error(`The answer to "${title}" must be one paragraph.`);
  return paragraph;
}

function toPageHtml(children: RootContent[], handlers: Handlers): string {
  const tree = toHast({ type: 'root', children }, { handlers: { ...HANDLERS, ...handlers } });
  // Line breaks within a text have already been replaced with spaces. The remaining line breaks are between HTML
  // blocks, where they have no effect, so they are removed.
  return toHtml(tree).replaceAll('\n', '');
}

const HANDLERS: Handlers = {
  text: (_, { value }) => ({ type: 'text', value: value.replaceAll('\n', ' ') }),
  list(state, node) {
    const items = node.children as ListItem[];
    if (!items.every(isDefinition)) return defaultHandlers.list(state, node);
    const groups = items.map(({ children: [names, ...rest] }) =>
      createElement('div', [
        createElement(
          'dt',
          state.all({ ...(names as Paragraph), children: filterInlineCode(names as Paragraph) }),
        ),
        ...rest.map((paragraph) => createElement('dd', state.all(paragraph))),
      ]),
    );
    return createElement('dl', groups);
  },
};

/**
 * Returns true if a list item is a definition: its first paragraph contains inline code (the term), and further
 * paragraphs follow.
 */
function isDefinition({ children: [first, ...rest] }: ListItem): boolean {
  return first?.type === 'paragraph' && filterInlineCode(first).length > 0 && rest.length > 0;
}

function filterInlineCode({ children }: Paragraph): PhrasingContent[] {
  return children.filter(({ type }) => type === 'inlineCode');
}

/**
 * Creates a link with the class `link`. Links in an answer to a frequently asked question need this class, because the
 * styles of `.prose` do not apply there.
 */
function toStyledLink(state: State, node: Link): Element {
  return {
    ...createElement('a', state.all(node)),
    properties: { className: ['link'], href: node.url },
  };
}

function createElement(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}
