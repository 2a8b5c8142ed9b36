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
export interface Held<T> {
  value: T;
  heldSince: number;
}

/** What is held under `name` for a reader; `undefined` when it is nothing, too old, or somebody else's. */
export function readCache<T>(name: string, reader: string): Held<T> | undefined {
  try {
    const entry = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Entry<T> | null;
    if (entry?.reader !== reader || entry.expiresAt <= Date.now()) return undefined;
    return { value: entry.value, heldSince: entry.expiresAt - CACHE_LIFETIME };
  } catch {
    return undefined;
  }
}

/** Holds `value`, whose lifetime starts now. */
export function writeCache<T>(name: string, reader: string, value: T): void {
  try {
    const entry: Entry<T> = { reader, expiresAt: Date.now() + CACHE_LIFETIME, value };
    localStorage.setItem(PREFIX + name, JSON.stringify(entry));
  } catch {
    // It is asked for again on the next page.
  }
}

/** Calls `onChange` when another tab has changed what is held under `name`. Returns how to stop. */
export function watchCache(name: string, onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === PREFIX + name) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Drops everything held, in this tab's own storage too: the reader has signed out. */
export function clearCaches(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith(PREFIX)) storage.removeItem(name);
  } catch {
    // Closed to us, and so empty.
  }
}
