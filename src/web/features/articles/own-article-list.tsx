import { useInfiniteQuery } from '@tanstack/react-query';
import { useReader } from '#web/reader/session.ts';
import type { CardAction } from './article-card.tsx';
import { type FirstPage, type OwnList, ownPages } from './article-pages.ts';
import { useKeptList } from './kept-list.ts';
import { LoadedPages } from './loaded-pages.tsx';

/** How wide a cover stands, these lists having the page to themselves: in one column to four. */
const SIZES =
  '(min-width: 78rem) 270px, (min-width: 70.5rem) 22vw, (min-width: 52rem) 30vw, (min-width: 36rem) 46vw, calc(100vw - 40px)';

interface OwnArticleListProps {
  list: OwnList;
  /** The page of the payload; it has at least one article. */
  first: FirstPage;
  /** What else decides what later pages hold: when it changes, the list starts anew. */
  makeup?: string;
  /** Said when a further page does not come. */
  moreFailed: string;
  action: CardAction;
}

/** A list of the reader's own by page, with Load More; kept for them as public lists are, while they are signed in. */
export function OwnArticleList({ list, first, makeup, ...shown }: OwnArticleListProps) {
  const reader = useReader()?.id ?? null;
  const options = ownPages(list, reader, first, makeup);
  const query = useInfiniteQuery(options);
  useKeptList(options.queryKey, reader ? query.data : undefined, reader);
  return <LoadedPages pages={query.data?.pages ?? []} list={query} sizes={SIZES} {...shown} />;
}
