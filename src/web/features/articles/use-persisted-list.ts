import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import type { ListPage } from './article-pages.ts';

/** A stored list can be restored for this many milliseconds. */
const LIFETIME = 30 * 60_000;

/** The loaded pages of a list of articles or authors. */
type Pages = InfiniteData<ListPage<{ id: string } | { alias: string }>, string | null>;

interface StoredList {
  pages: Pages;
  /** The list's version, which is the last part of its query key. */
  version: unknown;
  keptAt: number;
  /** The key of the browser history entry that shows the list. */
  entry: string;
  scrollY: number;
}

/**
 * Stores the loaded pages of a list in session storage. A reload of the page then restores the list and its scroll
 * position. After navigation within the app, the query cache restores the pages, and the router restores the scroll
 * position. For a personal list, `owner` is the reader's ID, and the stored pages are removed at sign-out.
 */
export function usePersistedList(
  queryKey: QueryKey,
  pages: Pages | undefined,
  owner: string | null = null,
): void {
  const queryClient = useQueryClient();
  const { key: entry } = useLocation();
  const storageKey = createStorageKey(queryKey, owner);
  const version = queryKey.at(-1);
  const latest = useRef({ pages, entry });
  /** The scroll position to restore once enough pages of the list are rendered. */
  const pendingScroll = useRef<{ pages: number; scrollY: number }>(undefined);

  useLayoutEffect(() => {
    latest.current = { pages, entry };
    if (!pendingScroll.current || !pages || pages.pages.length < pendingScroll.current.pages)
      return;
    const { scrollY } = pendingScroll.current;
    pendingScroll.current = undefined;
    scrollTo(0, scrollY);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: storageKey and version represent queryKey
  useLayoutEffect(() => {
    const stored = readStoredList(storageKey);
    const isSameVersion = stored && (!owner || stored.version === version);
    const extended =
      isSameVersion && extendLoadedPages(stored.pages, queryClient.getQueryData<Pages>(queryKey));
    if (extended) {
      queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, extended);
      if (stored.entry === entry)
        pendingScroll.current = { pages: extended.pages.length, scrollY: stored.scrollY };
    }

    const save = () => {
      const { pages, entry } = latest.current;
      const isOwnerSignedIn = !owner || readCurrentReader()?.id === owner;
      if (!pages || !isOwnerSignedIn) return;
      const list: StoredList = { pages, version, keptAt: Date.now(), entry, scrollY };
      writeStoredJson('sessionStorage', storageKey, list);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [queryClient, storageKey, version, owner]);
}

/**
 * Returns the stored list if it starts with the already loaded pages and contains more. Otherwise, returns `undefined`.
 * Two pages count as equal if they contain the same items in any order. The order may differ, because search results
 * from the API put unread articles first, but search results in the page's payload do not.
 */
function extendLoadedPages(stored: Pages, loaded: Pages | undefined): Pages | undefined {
  if (!loaded) return stored;
  const { length } = loaded.pages;
  if (stored.pages.length <= length || joinItemIds(stored, length) !== joinItemIds(loaded, length))
    return;
  return { ...stored, pages: [...loaded.pages, ...stored.pages.slice(length)] };
}

function joinItemIds({ pages }: Pages, length: number): string {
  return pages
    .slice(0, length)
    .flatMap(({ metas }) => metas.map((item) => ('id' in item ? item.id : item.alias)))
    .sort()
    .join();
}

/**
 * Returns the storage key of a list. The key does not contain the list's version, so a new version replaces the old
 * one. Keys that start with `cache:` are removed at sign-out (`reader/cache.ts`).
 */
function createStorageKey(queryKey: QueryKey, owner: string | null): string {
  return `${owner ? 'cache:' : ''}list:${JSON.stringify(queryKey.slice(0, -1))}`;
}

/** Returns the stored list, unless it has expired or storage is blocked. */
function readStoredList(storageKey: string): StoredList | undefined {
  const stored = readStoredJson<StoredList>('sessionStorage', storageKey);
  if (stored && Date.now() - stored.keptAt < LIFETIME) return stored;
  removeStoredItem('sessionStorage', storageKey);
  return undefined;
}
