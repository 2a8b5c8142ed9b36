const watchers = new Set<() => void>();

/**
 * Calls `onChange` whenever the theme or the reading settings of this page may have changed. `boot.ts` has already
 * applied changes from other tabs by then, because its listeners run first. Returns a function that unsubscribes.
 */
export function subscribeToAppearance(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  addEventListener('pageshow', onChange);
  watchers.add(onChange);
  return () => {
    removeEventListener('storage', onChange);
    removeEventListener('pageshow', onChange);
    watchers.delete(onChange);
  };
}

/**
 * Calls the callbacks passed to {@link subscribeToAppearance}. Call it after the theme or a reading setting has changed
 * in this tab.
 */
export function notifyAppearanceWatchers(): void {
  for (const onChange of watchers) onChange();
}
