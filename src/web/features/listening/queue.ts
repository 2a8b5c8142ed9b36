import { TIER_BENEFITS } from '#domain/tiers.ts';
import { readStoredJson, writeStoredJson } from '#ui/lib/storage.ts';
import { createStore, type Store } from '#ui/lib/store.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import type { PlayableArticle } from './player-state.ts';

/** Storage key of the playback queue. Keys that start with `cache:` are removed at sign-out. */
const STORAGE_KEY = 'cache:listen-next';
/**
 * Maximum number of articles in the queue. It equals the maximum number of bookmarks, so that all bookmarks fit into
 * the queue.
 */
const MAX_LENGTH = TIER_BENEFITS.premium.bookmarks;

interface StoredQueue {
  reader: string;
  articles: PlayableArticle[];
}

/** The articles that play after the current one, in order. */
export const playbackQueueStore: Store<readonly PlayableArticle[]> = createStore<
  readonly PlayableArticle[]
>(readStoredQueue());

// Reads the stored queue again when another tab has changed it.
if (typeof addEventListener === 'function')
  addEventListener(
    'storage',
    ({ key }) => key === STORAGE_KEY && playbackQueueStore.set(readStoredQueue()),
  );

/** Adds articles at the end of the queue. Articles that are already in the queue keep their position. */
export function enqueue(articles: readonly PlayableArticle[]): void {
  storeQueue(removeDuplicates([...playbackQueueStore.get(), ...articles]));
}

/** Adds articles at the front of the queue. Articles that are already in the queue move to the front. */
export function enqueueFirst(articles: readonly PlayableArticle[]): void {
  storeQueue(removeDuplicates([...articles, ...playbackQueueStore.get()]));
}

/** Removes and returns the first article in the queue. Returns `undefined` if the queue is empty. */
export function dequeue(): PlayableArticle | undefined {
  const [next, ...rest] = playbackQueueStore.get();
  if (next) storeQueue(rest);
  return next;
}

/** Moves an article one position closer to the front of the queue. */
export function moveUpInQueue(articleId: string): void {
  const articles = [...playbackQueueStore.get()];
  const index = articles.findIndex(({ id }) => id === articleId);
  if (index < 1) return;
  articles.splice(index - 1, 2, articles[index]!, articles[index - 1]!);
  storeQueue(articles);
}

export function removeFromQueue(articleId: string): void {
  storeQueue(playbackQueueStore.get().filter(({ id }) => id !== articleId));
}

export function clearQueue(): void {
  storeQueue([]);
}

/** Removes duplicate articles. Keeps the first occurrence of each article. */
function removeDuplicates(articles: readonly PlayableArticle[]): PlayableArticle[] {
  const seenIds = new Set<string>();
  return articles.filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
}

function storeQueue(articles: readonly PlayableArticle[]): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  const next = articles
    .slice(0, MAX_LENGTH)
    // Only the fields that the player needs are stored.
    .map(({ id, authorAlias, path, title, image, readingMinutes }) => ({
      ...{ id, authorAlias, path, title, image },
      ...(readingMinutes && { readingMinutes }),
    }));
  writeStoredJson('localStorage', STORAGE_KEY, { reader, articles: next } satisfies StoredQueue);
  playbackQueueStore.set(next);
}

function readStoredQueue(): PlayableArticle[] {
  const stored = readStoredJson<StoredQueue>('localStorage', STORAGE_KEY);
  return stored && stored.reader === readCurrentReader()?.id ? stored.articles : [];
}
