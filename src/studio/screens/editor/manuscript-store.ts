import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Manuscript } from '#domain/studio/manuscript.ts';

/** What is being written, with whoever is to hear that it changes. Each field listens to its own part alone. */
export class ManuscriptStore {
  #content: Manuscript;
  #edition = 0;
  readonly #listeners = new Set<() => void>();
  readonly #onWritten: (content: Manuscript) => void;

  /** `onWritten` hears of what is written here, and not of what is taken from elsewhere. */
  constructor(content: Manuscript, onWritten: (content: Manuscript) => void) {
    this.#content = content;
    this.#onWritten = onWritten;
  }

  get content(): Manuscript {
    return this.#content;
  }

  /** Goes up when the whole was exchanged: fields that keep a document of their own begin anew. */
  get edition(): number {
    return this.#edition;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Writes a part of it; `path` as in the faults of a manuscript. */
  write(path: string, value: unknown): void {
    if (getAtPath(this.#content, path) === value) return;
    this.#content = setAtPath(this.#content, path.split('.'), value) as Manuscript;
    this.#onWritten(this.#content);
    this.#tell();
  }

  /** Takes another version whole. `isWritten`: it is to be saved, as what was written here. */
  replace(content: Manuscript, { isWritten }: { isWritten: boolean }): void {
    this.#content = content;
    this.#edition++;
    if (isWritten) this.#onWritten(content);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const ManuscriptStoreContext = createContext<ManuscriptStore | undefined>(undefined);
export const ManuscriptStoreProvider = ManuscriptStoreContext.Provider;

export function useManuscriptStore(): ManuscriptStore {
  return useContext(ManuscriptStoreContext)!;
}

/** A part of what is being written, and how to change it. */
export function useManuscriptPart<Value>(
  path: string,
): [value: Value, write: (value: Value) => void] {
  const store = useManuscriptStore();
  const value = useSyncExternalStore(
    store.subscribe,
    () => getAtPath(store.content, path) as Value,
  );
  return [value, (next) => store.write(path, next)];
}

/** All of it. */
export function useManuscript(): Manuscript {
  const store = useManuscriptStore();
  return useSyncExternalStore(store.subscribe, () => store.content);
}

export function useStoreRevision(): number {
  const store = useManuscriptStore();
  return useSyncExternalStore(store.subscribe, () => store.edition);
}

/** What stands at a path: `keyPoints.1.takeaway`. */
function getAtPath(content: unknown, path: string): unknown {
  let value = content;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

function setAtPath(content: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(content))
    return content.with(Number(name), setAtPath(content[Number(name)], rest, value));
  const part = (content as Record<string, unknown>)[name];
  return { ...(content as object), [name]: setAtPath(part, rest, value) };
}
