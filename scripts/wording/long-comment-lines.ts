import { parseSync } from 'vite';
import type { WordingFinding } from './find-patterns.ts';

/** The maximum length of a line that contains a comment, in characters. */
const MAX_LENGTH = 120;
const CODE_FILE = /\.(?:ts|tsx|mjs|cjs|js)$/;
/** Matches lines that must not be wrapped: those with a URL, and those with a directive for the line below them. */
const UNBREAKABLE = /https?:|biome-ignore|@ts-expect-error/;

/**
 * Returns a file's comment lines that are longer than 120 characters. The formatter does not wrap comments, so this
 * check finds such lines instead. Returns an empty array for file types other than code and style sheets.
 */
export function findLongCommentLines(path: string, source: string): WordingFinding[] {
  const lines = source.split('\n');
  return listCommentRanges(path, source).flatMap(([start, end]) => {
    const first = countLines(source, start);
    return lines.slice(first, countLines(source, end) + 1).flatMap((text, index) =>
      text.length > MAX_LENGTH && !UNBREAKABLE.test(text)
        ? [
            {
              path,
              line: first + index + 1,
              match: `${text.trim().slice(0, 40)}…`,
              advice: `Wrap comments at ${MAX_LENGTH} characters.`,
            },
          ]
        : [],
    );
  });
}

/** Returns the start and the end of each comment, as offsets in the source. */
function listCommentRanges(path: string, source: string): [start: number, end: number][] {
  if (CODE_FILE.test(path))
    return parseSync(path, source).comments.map(({ start, end }) => [start, end]);
  if (!path.endsWith('.css')) return [];
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: text, index }) => [
    index,
    index + text.length,
  ]);
}

/** Returns the number of line breaks before an offset. */
function countLines(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length - 1;
}
