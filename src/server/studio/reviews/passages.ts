import { listManuscriptPassages, type Manuscript } from '#domain/studio/manuscript.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';
import { isParagraphPath } from '#domain/studio/reviews.ts';
import { sanitizeParagraphHtml } from '#server/catalogue/library/paragraph-html.ts';

/** A passage in a manuscript, with the path of the title, paragraph or other text that contains it. */
export interface FoundPassage {
  /**
   * The path of the text that contains the passage, such as `introduction.0`, `keyPoints.1.takeaway`, `summary.3` or
   * `title`.
   */
  path: string;
  passage: string;
}

/**
 * Lists the texts of a manuscript, such as the title and the paragraphs, with their paths, in the order in which the
 * page shows them.
 */
export function listManuscriptTexts(manuscript: Manuscript): { path: string; text: string }[] {
  const { title, tagline, summary } = manuscript;
  return [
    { path: 'title', text: title },
    { path: 'tagline', text: tagline },
    ...summary.map((text, at) => ({ path: `summary.${at}`, text })),
    ...listManuscriptPassages(manuscript),
  ];
}

/**
 * Finds a quoted passage in a manuscript. The comparison ignores tags and the style of quotation marks. Returns the
 * passage as it is written in the manuscript, or `undefined` if the manuscript does not contain it.
 */
export function findQuotedPassage(
  manuscript: Manuscript,
  quoted: string,
): FoundPassage | undefined {
  const normalizedQuote = normalizeText(quoted).plain.trim();
  if (!normalizedQuote) return undefined;
  const texts = listManuscriptTexts(manuscript);
  const exact = texts.find(({ text }) => text.includes(quoted));
  if (exact) return { path: exact.path, passage: widenToBalancedTags(quoted, exact.text) };
  for (const { path, text } of texts) {
    const { plain, from, to } = normalizeText(text);
    const index = plain.indexOf(normalizedQuote);
    if (index < 0) continue;
    const passage = text.slice(from[index], to[index + normalizedQuote.length - 1]);
    return { path, passage: widenToBalancedTags(passage, text) };
  }
  return undefined;
}

/**
 * Returns a passage that can be replaced without leaving an unpaired tag: the given passage, or the whole text if the
 * passage contains only one tag of a pair.
 */
function widenToBalancedTags(passage: string, text: string): string {
  return isBalanced(passage) ? passage : text;
}

/**
 * Returns the path of the text that contains a passage, which may have moved to another text since it was quoted.
 * Returns `undefined` if the passage has changed. A passage from a paragraph is searched for only in paragraphs, and
 * any other passage only in single-line texts. The search keeps them apart because paragraphs are HTML, in which `&`
 * and `<` have a special meaning, and single-line texts are plain text.
 */
export function findPassagePath(
  manuscript: Manuscript,
  { path, passage }: FoundPassage,
): string | undefined {
  const texts = listManuscriptTexts(manuscript).filter(
    (each) => isParagraphPath(each.path) === isParagraphPath(path) && each.text.includes(passage),
  );
  return (texts.find((each) => each.path === path) ?? texts[0])?.path;
}

/**
 * Sanitizes a passage's replacement. In a paragraph, the replacement is HTML. Elsewhere, it is one line of plain text.
 */
export function sanitizeReplacement({ path }: Pick<FoundPassage, 'path'>, text: string): string {
  if (isParagraphPath(path)) return sanitizeParagraphHtml(text);
  return htmlToPlainText(text)
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .trim();
}

/**
 * Replaces a passage in a manuscript, and returns the new manuscript. Returns `undefined` if the passage has changed.
 * `replacement` must have been sanitized by {@link sanitizeReplacement}.
 */
export function replacePassage(
  manuscript: Manuscript,
  location: FoundPassage,
  replacement: string,
): Manuscript | undefined {
  const path = findPassagePath(manuscript, location);
  if (path === undefined) return undefined;
  const changed = structuredClone(manuscript);
  const keys = path.split('.');
  const last = keys.pop()!;
  let parent = changed as unknown as Record<string, unknown>;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  const before = parent[last] as string;
  const index = before.indexOf(location.passage);
  parent[last] =
    before.slice(0, index) + replacement + before.slice(index + location.passage.length);
  return changed;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  '#x26': '&',
  '#38': '&',
  lt: '<',
  '#x3c': '<',
  gt: '>',
  '#x3e': '>',
  nbsp: ' ',
  '#xa0': ' ',
  '#160': ' ',
};
const TOKEN_PATTERN = /<[^<>]*>|&(#?\w+);|\s+|[\s\S]/gu;

/**
 * Converts HTML to plain text with normalized quotation marks and spaces. For each character of the plain text, `from`
 * and `to` contain the offsets in the HTML at which the character starts and ends.
 */
function normalizeText(html: string): { plain: string; from: number[]; to: number[] } {
  let plain = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const match of html.matchAll(TOKEN_PATTERN)) {
    const [token, entity] = match;
    if (token.startsWith('<') && token.endsWith('>') && token.length > 1) continue;
    const character = entity ? (ENTITIES[entity.toLowerCase()] ?? token) : normalizeToken(token);
    if (character === ' ' && plain.endsWith(' ')) {
      to[to.length - 1] = match.index + token.length;
      continue;
    }
    for (let index = 0; index < character.length; index++) {
      from.push(match.index);
      to.push(match.index + token.length);
    }
    plain += character;
  }
  return { plain, from, to };
}

function normalizeToken(token: string): string {
  if (/^\s+$/u.test(token)) return ' ';
  if (/[’‘]/u.test(token)) return "'";
  if (/[“”]/u.test(token)) return '"';
  return token;
}

function isBalanced(html: string): boolean {
  const openTags: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z]+)[^<>]*>/gi)) {
    if (name === 'br') continue;
    if (!slash) openTags.push(name!);
    else if (openTags.pop() !== name) return false;
  }
  return openTags.length === 0;
}
