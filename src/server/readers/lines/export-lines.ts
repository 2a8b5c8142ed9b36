import { findArticleTitlesAndPaths } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { formatCsv } from '#server/platform/text/format-csv.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { type KeptLineRow, listKeptLineRows } from './repository.ts';

/** The file formats for exporting a reader's saved passages, with their media types. */
export const LINE_EXPORT_MEDIA_TYPES = {
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type LineExportFormat = keyof typeof LINE_EXPORT_MEDIA_TYPES;

/** Number of saved passages that one query reads. */
const BATCH_SIZE = 500;

interface ExportedLine {
  text: string;
  note: string;
  title: string;
  author: string;
  url: string;
  position: number;
  /** Time at which the reader saved the passage, in ISO 8601 and UTC. */
  keptAt: string;
}

/**
 * Yields the parts of a file that contains all passages that a reader has saved, most recently saved first. The
 * passages are read in batches, so that memory usage does not depend on their number. URLs in the file are absolute,
 * starting with `origin`.
 */
export async function* exportKeptLines(
  queries: Queries,
  user: User,
  format: LineExportFormat,
  origin: string,
): AsyncGenerator<string> {
  const write = WRITERS[format];
  const { begin, end } = FILE_AFFIXES[format];
  yield begin;
  let previous: ExportedLine | undefined;
  let token: string | undefined;
  do {
    const { page, nextToken } = await listKeptLineRows(queries, user, {}, BATCH_SIZE, token);
    for (const line of await toExportedLines(queries, page, origin)) {
      yield write(line, previous);
      previous = line;
    }
    token = nextToken ?? undefined;
  } while (token);
  yield end;
}

async function toExportedLines(
  queries: Queries,
  storedLines: readonly KeptLineRow[],
  origin: string,
): Promise<ExportedLine[]> {
  const labels = await findArticleTitlesAndPaths(
    queries,
    storedLines.map(({ articleId }) => articleId),
  );
  return storedLines.map(({ articleId, text, note, position, keptAt }) => {
    const { title, author, path } = labels.get(articleId)!;
    return {
      text,
      note,
      title,
      author,
      url: origin + path,
      position,
      keptAt: keptAt.toISOString(),
    };
  });
}

/** The column names in a CSV file that Readwise can import. */
const READWISE_COLUMNS = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'];

/** The text at the beginning and at the end of an export file, by format. */
const FILE_AFFIXES: Readonly<Record<LineExportFormat, { begin: string; end: string }>> = {
  md: { begin: '# Lines from Octavo\n', end: '' },
  csv: { begin: formatCsv(READWISE_COLUMNS, []), end: '' },
  json: { begin: '[', end: '\n]\n' },
};

/** Functions that format one saved passage, by file format. `previous` is the preceding passage in the file. */
const WRITERS: Readonly<
  Record<LineExportFormat, (line: ExportedLine, previous: ExportedLine | undefined) => string>
> = {
  md: (line, previous) => {
    const heading = `\n## [${escapeMarkdown(line.title)}](${line.url})\n\nBy ${escapeMarkdown(line.author)}\n`;
    const note = line.note && `\n${escapeMarkdown(line.note)}\n`;
    const quotation = `\n> ${escapeMarkdown(line.text)}\n${note}\nKept on ${line.keptAt.slice(0, 10)}\n`;
    return line.url === previous?.url ? quotation : heading + quotation;
  },
  csv: ({ text, title, author, url, note, position, keptAt }) =>
    formatCsv([text, title, author, url, note, String(position), keptAt], []),
  json: (line, previous) => `${previous ? ',' : ''}\n${JSON.stringify(line)}`,
};

/**
 * Escapes all characters that have a special meaning in Markdown, including those that are special only at the start of
 * a line. Also removes indentation.
 */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replaceAll(/^([-+=]|\d+(?=[.)]))/gm, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}
