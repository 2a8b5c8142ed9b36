import { TIER_LIMITS } from '#domain/tiers.ts';
import { readStored, writeStored } from '#ui/lib/storage.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { currentReader } from '#web/reader/session.ts';
import type { HeardArticle } from './listening.ts';

/** Under `cache:`, which goes with its reader. */
const KEY = 'cache:listen-next';
/** Articles that wait: as many as somebody can have bookmarked, who listens to all of them. */
const MOST = TIER_LIMITS.premium.bookmarks;

interface Held {
  reader: string;
  articles: HeardArticle[];
}

/** What is to be listened to next, in this order. */
export const queue: Store<readonly HeardArticle[]> = createStore<readonly HeardArticle[]>(
  heldQueue(),
);

// Another tab has changed it.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => key === KEY && queue.set(heldQueue()));

/** Puts articles at the end of the queue; those that wait already keep their place. */
export function listenNext(articles: readonly HeardArticle[]): void {
  set(withoutTwins([...queue.get(), ...articles]));
}

/** Puts articles before those that wait already. */
export function listenFirst(articles: readonly HeardArticle[]): void {
  set(withoutTwins([...articles, ...queue.get()]));
}

/** Takes the first article of the queue; `undefined` when there is none. */
export function takeNext(): HeardArticle | undefined {
  const [next, ...rest] = queue.get();
  if (next) set(rest);
  return next;
}

/** Moves an article one place forward in the queue. */
export function moveUp(articleId: string): void {
  const articles = [...queue.get()];
  const at = articles.findIndex(({ id }) => id === articleId);
  if (at < 1) return;
  articles.splice(at - 1, 2, articles[at]!, articles[at - 1]!);
  set(articles);
}

export function removeFromQueue(articleId: string): void {
  set(queue.get().filter(({ id }) => id !== articleId));
}

export function clearQueue(): void {
  set([]);
}

/** Of those that come twice, the first. */
function withoutTwins(articles: readonly HeardArticle[]): HeardArticle[] {
  const seen = new Set<string>();
  return articles.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function set(articles: readonly HeardArticle[]): void {
  const reader = currentReader()?.id;
  if (!reader) return;
  const kept = articles
    .slice(0, MOST)
    // Nothing of a list's beside what the player shows.
    .map(({ id, authorAlias, path, title, image, readingMinutes }) => ({
      ...{ id, authorAlias, path, title, image },
      ...(readingMinutes && { readingMinutes }),
    }));
  writeStored('localStorage', KEY, { reader, articles: kept } satisfies Held);
  queue.set(kept);
}

function heldQueue(): HeardArticle[] {
  const held = readStored<Held>('localStorage', KEY);
  return held && held.reader === currentReader()?.id ? held.articles : [];
}
