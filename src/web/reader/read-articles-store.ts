import { sendGet } from '#ui/lib/api.ts';
import { removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';
import { CACHE_LIFETIME_IN_MILLISECONDS } from './cache.ts';
import { getReadArticles, READ_ARTICLES_KEY, type ReadArticlesEntry } from './read-articles.ts';

/** Maximum number of articles to store. The most recent ones are kept. Their IDs take up to 18 KB. */
const MAX_STORED = 500;

/** Stores in this browser that a reader has finished an article. `reader` and `article` are IDs. */
export function storeReadArticle(reader: string, article: string): void {
  const { ids, ...entry } = getReadArticles(reader);
  store({ ...entry, ids: [article, ...ids.filter((id) => id !== article)] });
}

/**
 * Fetches the articles that a reader has finished on any device, at most once an hour. Keeps the stored list if the
 * server cannot be reached.
 */
export async function syncReadArticles(reader: string): Promise<void> {
  const { fetchedAt = 0 } = getReadArticles(reader);
  if (Date.now() - fetchedAt < CACHE_LIFETIME_IN_MILLISECONDS) return;
  try {
    const { ids } = await sendGet<{ ids: string[] }>('/history/ids');
    // An article may have been finished during the request.
    const own = getReadArticles(reader).ids;
    store({ reader, ids: [...new Set([...own, ...ids])], fetchedAt: Date.now() });
  } catch {
    // The list only sorts suggestions.
  }
}

/** Removes the list of finished articles from this browser. */
export function clearReadArticles(): void {
  removeStoredItem('localStorage', READ_ARTICLES_KEY);
}

function store(entry: ReadArticlesEntry): void {
  writeStoredJson('localStorage', READ_ARTICLES_KEY, {
    ...entry,
    ids: entry.ids.slice(0, MAX_STORED),
  });
}
