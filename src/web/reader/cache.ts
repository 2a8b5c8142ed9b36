import { readStored, removeAllStored, writeStored } from '#ui/lib/storage.ts';
import { createStore, type Store } from '#web/lib/store.ts';

/**
 * What a reader keeps, held in the browser for an hour (spec 3 and 9): local storage under `cache:`, with
 * whose it is and when it was fetched. Storage that is closed or full only means that nothing is held.
 */
const PREFIX = 'cache:';
/** Milliseconds (spec 9). */
export const CACHE_LIFETIME = 3_600_000;

interface Entry<T> {
  /** The reader's id: the next one in this browser is not shown it. */
  reader: string;
  expiresAt: number;
  value: T;
}

/** What is held, and since when (milliseconds since 1970). */
export interface CachedValue<T> {
  value: T;
  cachedAt: number;
}

/** What is held under `name` for a reader; `undefined` when it is nothing, too old, or somebody else's. */
export function readCache<T>(name: string, reader: string): CachedValue<T> | undefined {
  const entry = readStored<Entry<T>>('localStorage', PREFIX + name);
  if (entry?.reader !== reader || entry.expiresAt <= Date.now()) return undefined;
  return { value: entry.value, cachedAt: entry.expiresAt - CACHE_LIFETIME };
}

/** Holds `value`, whose lifetime starts now; where it cannot be held, the next page asks for it again. */
export function writeCache<T>(name: string, reader: string, value: T): void {
  const entry: Entry<T> = { reader, expiresAt: Date.now() + CACHE_LIFETIME, value };
  writeStored('localStorage', PREFIX + name, entry);
}

/** Calls `onChange` when another tab has changed what is held under `name`. Returns how to stop. */
export function watchCache(name: string, onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === PREFIX + name) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** A store of what this page knows of its reader, and of nobody after them. */
export function createReaderStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  resetters.add(() => store.set(initial));
  return store;
}

const resetters = new Set<() => void>();

/** Drops everything held, in this tab's own storage too: the reader has signed out. */
export function clearCaches(): void {
  removeAllStored(PREFIX);
  for (const clear of resetters) clear();
}
