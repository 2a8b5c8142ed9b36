import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readStored, removeStored, writeStored } from '#ui/lib/storage.ts';
import { currentReader } from '#web/reader/session.ts';
import type { ArticlePages } from './article-pages.ts';

/** Milliseconds a list is kept for a reader who reloads the page, or comes back to it after a reload. */
const LIFETIME = 30 * 60_000;

interface StoredList {
  pages: ArticlePages;
  /** The last part of its query key. */
  version: unknown;
  keptAt: number;
  /** The history entry it stood in, and how far down the reader was. */
  entry: string;
  scrollY: number;
}

/**
 * Keeps a list's pages in the session, so that a reload brings back the list and the place in it. A move
 * within the app needs none of this: the query cache has the pages, the router the place. `owner` is the id
 * of the reader whose own list it is: that list goes from this browser when they sign out.
 */
export function useStoredList(
  queryKey: QueryKey,
  pages: ArticlePages | undefined,
  owner: string | null = null,
): void {
  const queries = useQueryClient();
  const { key: entry } = useLocation();
  const name = storageName(queryKey, owner);
  const version = queryKey.at(-1);
  const latest = useRef({ pages, entry });
  /** Where the reader was, until so many pages are on show: before that, the page is not long enough. */
  const place = useRef<{ pages: number; scrollY: number }>(undefined);

  useLayoutEffect(() => {
    latest.current = { pages, entry };
    if (!place.current || !pages || pages.pages.length < place.current.pages) return;
    const { scrollY } = place.current;
    place.current = undefined;
    scrollTo(0, scrollY);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: name and version are all of queryKey
  useLayoutEffect(() => {
    const kept = read(name);
    const isSame = kept && (!owner || kept.version === version);
    const longer = isSame && longerList(kept.pages, queries.getQueryData<ArticlePages>(queryKey));
    if (longer) {
      queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, longer);
      if (kept.entry === entry)
        place.current = { pages: longer.pages.length, scrollY: kept.scrollY };
    }

    const save = () => {
      const { pages, entry } = latest.current;
      const isTheirs = !owner || currentReader()?.id === owner;
      if (!pages || !isTheirs) return;
      const list: StoredList = { pages, version, keptAt: Date.now(), entry, scrollY };
      writeStored('sessionStorage', name, list);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [queries, name, version, owner]);
}

/**
 * What was kept, when it goes on from the pages that are known. The first page may have come from the page's
 * payload this time and from the API before: it is the same list when it holds the same articles.
 */
function longerList(kept: ArticlePages, known: ArticlePages | undefined): ArticlePages | undefined {
  if (!known) return kept;
  const { length } = known.pages;
  if (kept.pages.length <= length || articlesOf(kept, length) !== articlesOf(known, length)) return;
  return { ...kept, pages: [...known.pages, ...kept.pages.slice(length)] };
}

function articlesOf({ pages }: ArticlePages, length: number): string {
  return pages
    .slice(0, length)
    .flatMap(({ metas }) => metas.map(({ id }) => id))
    .join();
}

/**
 * One name for each set of filters: a newer version of a list takes the older one's place. What starts with
 * `cache:` is dropped at sign-out (`reader/cache.ts`).
 */
function storageName(queryKey: QueryKey, owner: string | null): string {
  return `${owner ? 'cache:' : ''}list:${JSON.stringify(queryKey.slice(0, -1))}`;
}

/** What was kept, unless it is too old. Nothing where storage is closed: the list starts at its first page. */
function read(name: string): StoredList | undefined {
  const kept = readStored<StoredList>('sessionStorage', name);
  if (kept && Date.now() - kept.keptAt < LIFETIME) return kept;
  removeStored('sessionStorage', name);
  return undefined;
}
