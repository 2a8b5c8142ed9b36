import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useReader } from '#web/reader/session.ts';
import { type FirstPage, type OwnList, type OwnQuery, ownArticlePages } from './article-pages.ts';
import { type LoadedArticles, LoadedPages } from './loaded-pages.tsx';
import { useStoredList } from './stored-list.ts';

interface OwnArticleListProps {
  list: OwnList;
  /** Its own address. */
  address: string;
  /** The page of the payload; it has at least one article. */
  first: FirstPage;
  /** What it is asked for beside a page. */
  query?: OwnQuery;
  /** What else decides what later pages hold: when it changes, the list starts anew. */
  makeup?: string;
  /** Said when a further page does not come. */
  moreFailed: string;
  children: (loaded: LoadedArticles) => ReactNode;
}

/** A list of the reader's own by page, with Load More; kept for them as public lists are, while they are signed in. */
export function OwnArticleList({ list, first, query, makeup, ...shown }: OwnArticleListProps) {
  const reader = useReader()?.id ?? null;
  const options = ownArticlePages(list, reader, first, { query, makeup });
  const pages = useInfiniteQuery(options);
  useStoredList(options.queryKey, reader ? pages.data : undefined, reader);
  return <LoadedPages pages={pages.data?.pages ?? []} list={pages} from={first.from} {...shown} />;
}
