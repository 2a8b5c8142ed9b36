import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useReader } from '#web/reader/session.ts';
import {
  type FirstPage,
  type OwnList,
  type OwnQuery,
  ownArticlePagesQuery,
} from './article-pages.ts';
import { type LoadedArticles, LoadedPages } from './loaded-pages.tsx';
import { useStoredList } from './stored-list.ts';

interface OwnArticleListProps {
  list: OwnList;
  /** The URL of the list. */
  address: string;
  /** The first page of the list, from the payload. It must have articles. */
  first: FirstPage;
  /** Additional query parameters of the list. */
  query?: OwnQuery;
  /**
   * A key for all other data on which the list's later pages depend, such as the followed authors. When the key
   * changes, the list reloads.
   */
  makeup?: string;
  /** Toast for a page that fails to load. */
  moreFailed: string;
  children: (loaded: LoadedArticles) => ReactNode;
}

/**
 * A personal list of articles with a Load More button. Its pages are stored like those of public lists, but only until
 * the reader signs out.
 */
export function OwnArticleList({ list, first, query, makeup, ...shown }: OwnArticleListProps) {
  const reader = useReader()?.id ?? null;
  const options = ownArticlePagesQuery(list, reader, first, { query, makeup });
  const pages = useInfiniteQuery(options);
  useStoredList(options.queryKey, reader ? pages.data : undefined, reader);
  return <LoadedPages pages={pages.data?.pages ?? []} list={pages} from={first.from} {...shown} />;
}
