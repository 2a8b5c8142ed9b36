import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Manuscript } from '#domain/studio/manuscript.ts';

/**
 * Holds the manuscript that is being edited, and notifies subscribers of changes. Each field re-renders only when its
 * part of the manuscript changes.
 */
export class ManuscriptStore {
  #content: Manuscript;
  #replacementCount = 0;
  readonly #listeners = new Set<() => void>();
  readonly #onWritten: (content: Manuscript) => void;

  /**
   * Creates a store. `onWritten` is called when the user changes the text, but not when a version from the server
   * replaces the text.
   */
  constructor(content: Manuscript, onWritten: (content: Manuscript) => void) {
    this.#content = content;
    this.#onWritten = onWritten;
  }

  get content(): Manuscript {
    return this.#content;
  }

  /**
   * The number of times that the whole text has been replaced. Each prose field has its own document, and rebuilds it
   * when this number changes.
   */
  get replacementCount(): number {
    return this.#replacementCount;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Writes the value of a part. `path` is a path in the manuscript, such as `keyPoints.1.takeaway`. */
  write(path: string, value: unknown): void {
    if (getAtPath(this.#content, path) === value) return;
    this.#content = setAtPath(this.#content, path.split('.'), value) as Manuscript;
    this.#onWritten(this.#content);
    this.#notify();
  }

  /** Replaces the whole text. If `isWritten` is true, the new text is saved in the same way as typed text. */
  replace(content: Manuscript, { isWritten }: { isWritten: boolean }): void {
    this.#content = content;
    this.#replacementCount++;
    if (isWritten) this.#onWritten(content);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const ManuscriptStoreContext = createContext<ManuscriptStore | undefined>(undefined);
export const ManuscriptStoreProvider = ManuscriptStoreContext.Provider;

export function useManuscriptStore(): ManuscriptStore {
  return useContext(ManuscriptStoreContext)!;
}

/** Returns the value of one part of the manuscript, and a function that sets the value. */
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

/** Returns the manuscript, and re-renders the component whenever the manuscript changes. */
export function useManuscript(): Manuscript {
  const store = useManuscriptStore();
  return useSyncExternalStore(store.subscribe, () => store.content);
}

export function useReplacementCount(): number {
  const store = useManuscriptStore();
  return useSyncExternalStore(store.subscribe, () => store.replacementCount);
}

/** Returns the value at a path in an object, such as `keyPoints.1.takeaway`. */
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
