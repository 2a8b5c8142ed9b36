import { readStoredJson, writeStoredJson } from '#ui/lib/storage.ts';

/**
 * Storage key of the articles that a reader has read to the end in this browser. The list is never sent to a server.
 * Keys that start with `cache:` are removed at sign-out (`reader/cache.ts`).
 */
const NAME = 'cache:read';
/** Maximum number of articles to store. The most recent ones are kept. Their IDs take up to 18 KB. */
const MAX_STORED = 500;

interface Entry {
  /** ID of the reader who owns the list. Other readers who use the same browser start with an empty list. */
  reader: string;
  /** IDs of the articles that the reader has read, most recent first. */
  ids: readonly string[];
}

/** Records that a reader has read an article to the end. `reader` and `article` are IDs. */
export function recordReadArticle(reader: string, article: string): void {
  const others = readIds(reader).filter((id) => id !== article);
  const entry: Entry = { reader, ids: [article, ...others].slice(0, MAX_STORED) };
  writeStoredJson('localStorage', NAME, entry);
}

/** Moves the articles that the reader has not read to the front. Keeps the order otherwise. */
export function sortUnreadFirst<Article extends { id: string }>(
  reader: string,
  articles: readonly Article[],
): readonly Article[] {
  const read = new Set(readIds(reader));
  const isRead = ({ id }: Article) => Number(read.has(id));
  return [...articles].sort((a, b) => isRead(a) - isRead(b));
}

function readIds(reader: string): readonly string[] {
  const entry = readStoredJson<Partial<Entry>>('localStorage', NAME);
  return entry?.reader === reader && Array.isArray(entry.ids) ? entry.ids : [];
}
