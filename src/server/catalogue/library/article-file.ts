import type { Blockquote, List, Paragraph, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as toPlainText } from 'mdast-util-to-string';
import { parse } from 'yaml';
import {
  type ArticleBody,
  type ArticleFrontMatter,
  articleBodySchema,
  articleFrontMatterSchema,
  type CitedSource,
  KEY_POINT_COUNT,
  SUMMARY_BULLET_COUNT,
} from '#domain/article.ts';
import { FileParseError } from '#server/platform/text/file-error.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';
import { renderParagraphNode } from './paragraph-html.ts';

/** The content of an article file in the content library (`content/README.md`). */
export interface ArticleFile extends ArticleFrontMatter {
  body: ArticleBody;
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
/** Matches the front matter of an article that shows a photograph. */
const PHOTO_REFERENCE = /^photo:/m;
const KEY_POINT = /^key point:\s*/i;
const TAKEAWAY = /^takeaway:\s*/i;

/** A second-level Markdown heading with the content below it. */
interface Section {
  heading: string;
  line: number;
  content: RootContent[];
}

/**
 * Parses the Markdown file of an article. `sources` are the sources that the article cites. Throws a {@link
 * FileParseError} that lists errors with their line numbers. It may not list every error in the file, because some
 * errors, such as a misplaced heading, stop the parser.
 */
export function parseArticleFile(text: string, sources: CitedSource[] = []): ArticleFile {
  const frontMatterMatch = FRONT_MATTER.exec(text);
  if (!frontMatterMatch)
    throw new FileParseError([
      { line: 1, reason: 'the file does not start with front matter between --- lines' },
    ]);
  const frontMatter = parseYamlWithSchema(frontMatterMatch[1]!, articleFrontMatterSchema, 2);
  const linesBefore = frontMatterMatch[0].split('\n').length - 1;
  const markdown = text.slice(frontMatterMatch[0].length);
  const body = parseBody(splitSections(markdown, linesBefore), linesBefore);
  const corrections = frontMatter.corrected.toSorted((a, b) => b.on.localeCompare(a.on));
  return {
    ...frontMatter,
    body: {
      ...body,
      ...(sources.length && { sources }),
      ...(corrections.length && { corrections }),
      ...(frontMatter.readByPersonOn && { readByPersonOn: frontMatter.readByPersonOn }),
    },
  };
}

/**
 * Returns the ID of the photograph that is named in the front matter of an article file. Also works if the rest of the
 * file is invalid.
 */
export function findReferencedPhotoId(text: string): string | undefined {
  if (!PHOTO_REFERENCE.test(text)) return undefined;
  try {
    const id: unknown = parse(FRONT_MATTER.exec(text)?.[1] ?? '')?.photo?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the line number of a key in the front matter of a file, or 1 if the front matter lacks the key. */
export function findFrontMatterLineNumber(text: string, key: string): number {
  return text.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1 || 1;
}

function splitSections(markdown: string, linesBefore: number): Section[] {
  const sections: Section[] = [];
  for (const node of fromMarkdown(markdown).children) {
    const line = findNodeLine(node, linesBefore);
    if (node.type === 'heading') {
      if (node.depth !== 2) throw createError(line, 'headings start with ##');
      sections.push({ heading: toPlainText(node), line, content: [] });
    } else if (sections.length) sections.at(-1)!.content.push(node);
    else throw createError(line, 'text before the first heading');
  }
  return sections;
}

function parseBody(sections: Section[], linesBefore: number): ArticleBody {
  const expectedHeadings = [
    'Summary',
    'Introduction',
    ...Array(KEY_POINT_COUNT).fill('Key point: …'),
    'Conclusion',
  ];
  expectedHeadings.forEach((heading: string, index) => {
    const section = sections[index];
    const matches = heading.startsWith('Key point')
      ? KEY_POINT.test(section?.heading ?? '')
      : section?.heading === heading;
    if (!matches)
      throw createError(section?.line ?? linesBefore, `expected the heading "## ${heading}" here`);
  });
  const extraSection = sections[expectedHeadings.length];
  if (extraSection)
    throw createError(
      extraSection.line,
      `unexpected heading "${extraSection.heading}" after the conclusion`,
    );

  const [summary, introduction, ...bodySections] = sections as [Section, Section, ...Section[]];
  const conclusion = bodySections.pop()!;
  const body = {
    summary: parseSummary(summary, linesBefore),
    introduction: parseParagraphs(introduction, linesBefore),
    keyPoints: bodySections.map((section) => parseKeyPoint(section, linesBefore)),
    conclusion: parseParagraphs(conclusion, linesBefore),
  };
  const parsed = articleBodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new FileParseError(
    parsed.error.issues.map(({ path, message }) => ({
      line: findPartLine(path, sections),
      reason: `${path.join('.')}: ${message}`,
    })),
  );
}

function parseSummary({ content, line }: Section, linesBefore: number): string[] {
  const [list, ...otherNodes] = content;
  if (list?.type !== 'list' || otherNodes.length)
    throw createError(line, 'the summary must be a single bullet list');
  const bullets = (list as List).children;
  if (bullets.length !== SUMMARY_BULLET_COUNT)
    throw createError(
      findNodeLine(list, linesBefore),
      `the summary has ${bullets.length} bullets; it needs ${SUMMARY_BULLET_COUNT}`,
    );
  return bullets.map((bullet) => toPlainText(bullet));
}

function parseKeyPoint(section: Section, linesBefore: number) {
  const last = section.content.at(-1);
  const takeaway = last?.type === 'blockquote' ? toPlainText(last as Blockquote) : '';
  if (!TAKEAWAY.test(takeaway))
    throw createError(section.line, 'a key point must end with a line "> Takeaway: …"');
  return {
    title: section.heading.replace(KEY_POINT, ''),
    paragraphs: parseParagraphs({ ...section, content: section.content.slice(0, -1) }, linesBefore),
    takeaway: takeaway.replace(TAKEAWAY, ''),
  };
}

function parseParagraphs({ heading, line, content }: Section, linesBefore: number): string[] {
  if (!content.length) throw createError(line, `"${heading}" has no text`);
  return content.map((node) => {
    if (node.type !== 'paragraph')
      throw createError(
        findNodeLine(node, linesBefore),
        `only paragraphs are allowed under "${heading}"`,
      );
    return renderParagraphNode(node as Paragraph);
  });
}

/**
 * Returns the line number of the section that contains a given element of the article body. The first argument is the
 * element's path in the body, such as `['keyPoints', 1, 'title']`.
 */
function findPartLine([part, keyPointIndex]: readonly PropertyKey[], sections: Section[]): number {
  const index = { summary: 0, introduction: 1, conclusion: sections.length - 1 }[String(part)];
  return sections[index ?? 2 + Number(keyPointIndex ?? 0)]?.line ?? 1;
}

function findNodeLine(node: RootContent, linesBefore: number): number {
  return (node.position?.start.line ?? 1) + linesBefore;
}

function createError(line: number, reason: string): FileParseError {
  return new FileParseError([{ line, reason }]);
}
