import { readStoredJson, removeStoredItemsWithPrefix, writeStoredJson } from '#ui/lib/storage.ts';
import { createStore, type Store } from '#ui/lib/store.ts';
import type { PageMessage } from '#web/lib/service-worker-messages.ts';

/**
 * Prefix of the local storage keys for a reader's cached data. Entries expire after an hour (specs 3 and 9). Each entry
 * contains the reader's ID and its expiry time. If storage is blocked or full, nothing is cached.
 */
const PREFIX = 'cache:';
/** Milliseconds until a cached value expires (spec 9). */
export const CACHE_LIFETIME_IN_MILLISECONDS = 3_600_000;

interface Entry<T> {
  /** The ID of the reader to whom the value belongs. Other readers who use the same browser must not see it. */
  reader: string;
  expiresAt: number;
  value: T;
}

/** A cached value, with the time when it was cached (milliseconds since 1970). */
export interface CachedValue<T> {
  value: T;
  cachedAt: number;
}

/**
 * Returns the value cached under `name` for a reader. Returns `undefined` if there is no value, if it has expired, or
 * if it belongs to another reader.
 */
export function readCachedValue<T>(name: string, reader: string): CachedValue<T> | undefined {
  const entry = readStoredJson<Entry<T>>('localStorage', PREFIX + name);
  if (entry?.reader !== reader || entry.expiresAt <= Date.now()) return undefined;
  return { value: entry.value, cachedAt: entry.expiresAt - CACHE_LIFETIME_IN_MILLISECONDS };
}

/**
 * Stores `value` in local storage for {@link CACHE_LIFETIME_IN_MILLISECONDS}. If this fails, the next page has to
 * request the value again.
 */
export function cacheValue<T>(name: string, reader: string, value: T): void {
  const entry: Entry<T> = { reader, expiresAt: Date.now() + CACHE_LIFETIME_IN_MILLISECONDS, value };
  writeStoredJson('localStorage', PREFIX + name, entry);
}

/** Calls `onChange` when another tab changes the value cached under `name`. Returns a function that unsubscribes. */
export function watchCachedValueInOtherTabs(name: string, onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === PREFIX + name) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/**
 * Creates a store for data about the current reader. The store returns to its initial value when the reader signs out.
 */
export function createStoreResetAtSignOut<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  resetters.add(() => store.set(initial));
  return store;
}

const resetters = new Set<() => void>();

/**
 * Removes all cached data of a reader who has signed out, from local storage, session storage and the stores created
 * with {@link createStoreResetAtSignOut}. Also tells the service worker to remove its data.
 */
export function clearReaderData(): void {
  removeStoredItemsWithPrefix(PREFIX);
  for (const reset of resetters) reset();
  // An empty message tells the service worker that the reader has signed out. The service worker then removes the
  // reader's saved articles and unsent actions.
  navigator.serviceWorker?.controller?.postMessage('' satisfies PageMessage);
}
