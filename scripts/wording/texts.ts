import { fromMarkdown } from 'mdast-util-from-markdown';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { TextKind } from './patterns.ts';

/**
 * A human-readable text in a file, such as a comment. Placeholders replace code, links, URLs and
 * paths.
 */
export interface CheckedText {
  readonly kind: TextKind;
  readonly line: number;
  readonly text: string;
}

/** Vitest and Playwright functions whose first argument is the title of a test or a group of tests. */
const TITLED_FUNCTIONS = new Set(['describe', 'it', 'test']);
const CODE_FILE = /\.(?:ts|tsx|mjs|cjs|js)$/;
const TEST_FILE = /\.(?:test|spec)\.tsx?$/;
/** Matches the paths of modules that contain user interface texts. */
const COPY_FILE = /^src\/(?:web\/copy\/|(?:studio|ui)\/copy\.ts$|domain\/messages\.ts$)/;

/** Matches the paths of Markdown files that are shown to readers as pages. */
const COPY_PAGE = /^content\/pages\//;

/**
 * Returns the human-readable texts in a file: comments, Markdown blocks, user interface texts, and test titles. Returns
 * `undefined` for file types without such texts. Throws a `SyntaxError` if the code cannot be parsed.
 */
export function extractTexts(path: string, source: string): CheckedText[] | undefined {
  if (CODE_FILE.test(path)) return readCode(path, source);
  if (path.endsWith('.md')) return readMarkdown(source, COPY_PAGE.test(path) ? 'copy' : 'doc');
  if (path.endsWith('.css')) return readStyles(source);
  return undefined;
}

function readCode(path: string, source: string): CheckedText[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const getLine = createLineFinder(source);
  const texts: CheckedText[] = joinLineComments(comments, source).flatMap(({ value, start }) =>
    splitByTag(value).map(({ text, offset }) => ({
      kind: 'comment' as const,
      line: getLine(start) + offset,
      text,
    })),
  );
  const addText = (kind: TextKind, start: number, text: string) =>
    texts.push({ kind, line: getLine(start), text: replaceCode(text) });
  const isCopy = COPY_FILE.test(path);
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!TEST_FILE.test(path) || !title || !TITLED_FUNCTIONS.has(getRootName(callee))) return;
      if (title.type === 'Literal' && typeof title.value === 'string')
        addText('title', title.start, title.value);
      if (title.type === 'TemplateLiteral')
        addText('title', title.start, title.quasis.map(({ value }) => value.raw).join('…'));
    },
    Literal({ value, start }) {
      if (isCopy && typeof value === 'string') addText('copy', start, value);
    },
    TemplateElement({ value, start }) {
      if (isCopy) addText('copy', start, value.raw);
    },
    JSXText({ value, start }) {
      if (isCopy) addText('copy', start, value);
    },
  }).visit(program);
  return texts.filter(({ text }) => text !== '');
}

interface Comment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Joins `//` comments on consecutive lines into one text. */
function joinLineComments(comments: readonly Comment[], source: string): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const isContinued =
      last?.type === 'Line' &&
      comment.type === 'Line' &&
      /^\n[ \t]*$/.test(source.slice(last.end, comment.start));
    if (isContinued)
      joined[joined.length - 1] = {
        ...last,
        value: `${last.value}\n${comment.value}`,
        end: comment.end,
      };
    else joined.push(comment);
  }
  return joined;
}

/**
 * Splits a JSDoc comment into its description and its tags. Removes the types and names of parameters and properties.
 */
function splitByTag(comment: string): { text: string; offset: number }[] {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?/, '').trim());
  const parts: { text: string; offset: number }[] = [];
  lines.forEach((line, offset) => {
    if (parts.length === 0 || line.startsWith('@')) parts.push({ text: line, offset });
    else parts.at(-1)!.text += `\n${line}`;
  });
  return parts.map(({ text, offset }) => ({
    offset,
    text: replaceCode(
      text
        .replace(/^@(?:param|property)\s+(?:\{[^}]*\}\s*)?\[?[\w.]+(?:=[^\]]*)?\]?/, '')
        .replace(/^@\w+(?:\s+\{[^}]*\})?/, ''),
    ),
  }));
}

/** Replaces inline code, links, URLs and paths with placeholders, and joins the lines. */
function replaceCode(text: string): string {
  return text
    .replace(/\{@link[^}]*\}/g, 'LINK')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\b[\w-]+(?:\/[\w.@-]+)+\.\w+|https?:\S+/g, 'PATH')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the leftmost identifier in a call expression, such as `describe` for `describe.each(rows)(…)`. */
function getRootName(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return getRootName(callee.object);
  if (callee.type === 'CallExpression') return getRootName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return getRootName(callee.tag);
  return '';
}

function readStyles(source: string): CheckedText[] {
  const getLine = createLineFinder(source);
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map((comment) => ({
    kind: 'comment',
    line: getLine(comment.index),
    text: replaceCode(comment[1]!),
  }));
}

/** The part of a Markdown syntax tree (mdast) that the wording check reads. */
interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly line: number } };
}

function readMarkdown(source: string, kind: TextKind): CheckedText[] {
  const texts: CheckedText[] = [];
  const visit = (node: MarkdownNode) => {
    if (node.type === 'paragraph' || node.type === 'heading') {
      const line = node.position?.start.line ?? 1;
      texts.push(
        ...splitBlocks(getText(node)).map(({ text, offset }) => toText(kind, text, line + offset)),
      );
    } else node.children?.forEach(visit);
  };
  visit(fromMarkdown(source));
  return texts.filter(({ text }) => text !== '');
}

function toText(kind: TextKind, text: string, line: number): CheckedText {
  return { kind, line, text: replaceCode(text) };
}

/**
 * Splits a Markdown table into rows, because the parser treats a table as a paragraph. Returns any other paragraph
 * unchanged.
 */
function splitBlocks(paragraph: string): { text: string; offset: number }[] {
  if (!paragraph.startsWith('|')) return [{ text: paragraph, offset: 0 }];
  return paragraph.split('\n').map((text, offset) => ({ text, offset }));
}

function getText({ type, value, alt, children }: MarkdownNode): string {
  if (type === 'text') return value ?? '';
  if (type === 'inlineCode') return 'CODE';
  if (type === 'image') return alt ?? '';
  return children?.map(getText).join('') ?? '';
}

/** Creates a function that converts an index in `source` to a line number, counted from 1. */
function createLineFinder(source: string): (index: number) => number {
  return (index) => source.slice(0, index).split('\n').length;
}
