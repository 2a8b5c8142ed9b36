import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { Button } from './button.tsx';
import { QueryContent } from './query-content.tsx';

const words = copy.common;

/** The fields that a paged list needs from an infinite query. */
type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error' | 'refetch'
>;

interface PagedListProps<Page, Item> {
  query: PagedQuery & { data: InfiniteData<Page> | undefined };
  getItems: (page: Page) => readonly Item[];
  className?: string | undefined;
  /** Content shown if the list is empty. */
  empty: ReactNode;
  /** Renders an item. The returned element must have a key. */
  children: (item: Item) => ReactNode;
}

/** Shows a list that is loaded from the API page by page. */
export function PagedList<Page, Item>({
  query,
  getItems,
  className,
  empty,
  children,
}: PagedListProps<Page, Item>) {
  const { data, error, refetch } = query;
  return (
    <QueryContent query={{ data: data?.pages.flatMap(getItems), error, refetch }}>
      {(items) =>
        items.length ? (
          <>
            <ol className={className}>{items.map(children)}</ol>
            <ShowMoreButton query={query}>{words.showEarlier}</ShowMoreButton>
          </>
        ) : (
          empty
        )
      }
    </QueryContent>
  );
}

interface ShowMoreButtonProps {
  query: PagedQuery;
  className?: string | undefined;
  children: ReactNode;
}

/** Shows a button that loads the next page. Renders nothing if there is no next page. */
export function ShowMoreButton({ query, className, children }: ShowMoreButtonProps) {
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
