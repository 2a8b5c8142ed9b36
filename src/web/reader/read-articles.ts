import { readStored, writeStored } from '#ui/lib/storage.ts';

/**
 * Which articles a reader has read to the end, as far as this browser knows: nobody else is told. What starts with
 * `cache:` is dropped at sign-out (`reader/cache.ts`).
 */
const NAME = 'cache:read';
/** The latest are kept: 18 KB of ids at most. */
const MAX_STORED = 500;

interface Entry {
  /** The reader's id: the next one in this browser has read nothing yet. */
  reader: string;
  /** Article ids, the latest first. */
  ids: readonly string[];
}

/** Keeps in mind that the reader of that id has read an article to its end. */
export function recordReadArticle(reader: string, article: string): void {
  const others = readIds(reader).filter((id) => id !== article);
  const entry: Entry = { reader, ids: [article, ...others].slice(0, MAX_STORED) };
  writeStored('localStorage', NAME, entry);
}

/** The same articles, those the reader of that id has not read first, otherwise in their order. */
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
