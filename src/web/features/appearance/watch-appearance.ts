const watchers = new Set<() => void>();

/**
 * Calls `onChange` after the theme or the reading settings of this document may have changed. Choices in other tabs are
 * applied by `boot.ts`, whose listeners run before this one. Returns a function that stops watching.
 */
export function watchAppearance(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  addEventListener('pageshow', onChange);
  watchers.add(onChange);
  return () => {
    removeEventListener('storage', onChange);
    removeEventListener('pageshow', onChange);
    watchers.delete(onChange);
  };
}

/** Notifies the watchers of a choice in this document. */
export function notifyAppearanceWatchers(): void {
  for (const onChange of watchers) onChange();
}
