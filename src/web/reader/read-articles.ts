import { readStored, writeStored } from '#ui/lib/storage.ts';

/**
 * The articles that a reader has read to the end in this browser; they are never sent anywhere. Keys that start with
 * `cache:` are removed at sign-out (`reader/cache.ts`).
 */
const NAME = 'cache:read';
/** The latest articles only: at most 18 KB of IDs. */
const MAX_STORED = 500;

interface Entry {
  /** The ID of the reader: other readers of this browser start with an empty list. */
  reader: string;
  /** Article ids, the latest first. */
  ids: readonly string[];
}

/** Records that a reader, by ID, has read an article to the end. */
export function recordReadArticle(reader: string, article: string): void {
  const others = readIds(reader).filter((id) => id !== article);
  const entry: Entry = { reader, ids: [article, ...others].slice(0, MAX_STORED) };
  writeStored('localStorage', NAME, entry);
}

/** Returns the articles with those that the reader has not read first, otherwise in their order. */
export function sortUnreadFirst<Article extends { id: string }>(
  reader: string,
  articles: readonly Article[],
): readonly Article[] {
  const read = new Set(readIds(reader));
  const isRead = ({ id }: Article) => Number(read.has(id));
  return [...articles].sort((a, b) => isRead(a) - isRead(b));
}

function readIds(reader: string): readonly string[] {
  const entry = readStored<Partial<Entry>>('localStorage', NAME);
  return entry?.reader === reader && Array.isArray(entry.ids) ? entry.ids : [];
}
