import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import type { IconName } from '../ui/icons.tsx';

/** Something that can be done on the screen in view, as the palette offers it. */
export interface Deed {
  name: string;
  icon: IconName;
  /** The keys that do it too. */
  keys?: string;
  run: () => void;
}

const NONE: readonly Deed[] = [];
let offered = NONE;
const watchers = new Set<() => void>();

function offer(deeds: readonly Deed[]): void {
  offered = deeds;
  for (const watcher of watchers) watcher();
}

/** Offers what can be done while the screen is in view. The list has to be the same until something in it changes. */
export function useDeeds(deeds: readonly Deed[]): void {
  useEffect(() => {
    offer(deeds);
    return () => offer(NONE);
  }, [deeds]);
}

/** What the screen in view offers. */
export function useOffered(): readonly Deed[] {
  return useSyncExternalStore(watch, () => offered);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Where a screen is asked to do something as soon as it is there. */
export function askFor(path: string, deed: string): string {
  return `${path}?do=${deed}`;
}

/** Does what the screen was come to for ({@link askFor}), once: the address forgets it. */
export function useAsked(deed: string, act: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get('do') === deed;
  useEffect(() => {
    if (!isAsked) return;
    act();
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('do');
        return after;
      },
      { replace: true },
    );
  }, [isAsked, act, setSearch]);
}
