import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { Button } from './button.tsx';
import { QueryBoundary } from './query-boundary.tsx';

const words = copy.common;

/** The fields of an infinite query that a list needs. */
type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error' | 'refetch'
>;

interface PagedListProps<Page, Item> {
  query: PagedQuery & { data: InfiniteData<Page> | undefined };
  getItems: (page: Page) => readonly Item[];
  className?: string | undefined;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders an item with its key. */
  children: (item: Item) => ReactNode;
}

/** A list of the API that is loaded page by page, newest first. */
export function PagedList<Page, Item>({
  query,
  getItems,
  className,
  empty,
  children,
}: PagedListProps<Page, Item>) {
  const { data, error, refetch } = query;
  return (
    <QueryBoundary query={{ data: data?.pages.flatMap(getItems), error, refetch }}>
      {(items) =>
        items.length ? (
          <>
            <ol className={className}>{items.map(children)}</ol>
            <ShowMore query={query}>{words.showEarlier}</ShowMore>
          </>
        ) : (
          empty
        )
      }
    </QueryBoundary>
  );
}

interface ShowMoreProps {
  query: PagedQuery;
  className?: string | undefined;
  children: ReactNode;
}

/** Loads the next page, if there is one. */
export function ShowMore({ query, className, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={className ? `btn btn-line ${className}` : 'btn btn-line'}
      type="button"
      isBusy={query.isFetchingNextPage}
      onClick={() => query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
