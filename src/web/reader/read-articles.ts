import { readStoredJson } from '#ui/lib/storage.ts';

/**
 * Storage key of the articles that a reader has finished. Keys that start with `cache:` are removed at sign-out
 * (`reader/cache.ts`).
 */
export const READ_ARTICLES_KEY = 'cache:read';

export interface ReadArticlesEntry {
  /** ID of the reader who owns the list. Other readers who use the same browser start with an empty list. */
  reader: string;
  /** IDs of the articles that the reader has finished, most recent first. */
  ids: readonly string[];
  /** Time at which the list was last fetched from the server, in milliseconds since 1970. */
  fetchedAt?: number | undefined;
}

/** Moves the articles that the reader has not finished to the front. Keeps the order otherwise. */
export function sortUnreadFirst<Article extends { id: string }>(
  reader: string,
  articles: readonly Article[],
): readonly Article[] {
  const read = new Set(getReadArticles(reader).ids);
  const isRead = ({ id }: Article) => Number(read.has(id));
  return [...articles].sort((a, b) => isRead(a) - isRead(b));
}

/** Returns the articles that a reader has finished, as far as this browser knows. */
export function getReadArticles(reader: string): ReadArticlesEntry {
  const entry = readStoredJson<ReadArticlesEntry>('localStorage', READ_ARTICLES_KEY);
  return entry?.reader === reader && Array.isArray(entry.ids) ? entry : { reader, ids: [] };
}
