import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { articleListsCopy } from '#web/copy/article-lists.ts';
import type { ListPage } from './article-pages.ts';
import styles from './loaded-pages.module.css';

interface LoadedPagesProps {
  pages: readonly ListPage<unknown>[];
  list: NextPageQuery;
  /** The URL of the list. */
  address: string;
  /** The pagination token of the first loaded page, or `null` if this is the list's first page. */
  from: string | null | undefined;
  /** The text of the toast that appears if the next page fails to load. */
  moreFailed?: string | undefined;
  /** The text at the end of the list. */
  noMore?: string;
  /**
   * Renders the items of all pages as a list with the given `ref`. Each item must be a list item that starts with a
   * link.
   */
  children: (ref: Ref<HTMLUListElement>) => ReactNode;
}

/**
 * Shows the loaded pages of a list, and a link to the next page. If JavaScript is available, a click on the link
 * appends the next page to the list.
 */
export function LoadedPages({
  pages,
  list,
  address,
  from,
  moreFailed = ERROR_MESSAGES.moreArticlesFailed,
  noMore = articleListsCopy.noMore,
  children,
}: LoadedPagesProps) {
  const { itemList, loadMore } = useLoadMore(list, pages.length, moreFailed);
  const nextToken = pages.at(-1)?.nextToken;
  return (
    <>
      {from && (
        <p className={styles.beginning}>
          <Link className="link reach" to={address}>
            {articleListsCopy.backToStart}
          </Link>
        </p>
      )}
      {children(itemList)}
      <div className={styles.more}>
        {list.hasNextPage && nextToken ? (
          <Link
            className="btn btn-line btn-l"
            to={createNextPageUrl(address, nextToken)}
            rel="next"
            aria-disabled={list.isFetchingNextPage || undefined}
            onClick={loadMore}
          >
            {list.isFetchingNextPage ? articleListsCopy.loadingMore : articleListsCopy.loadMore}
          </Link>
        ) : (
          <p className={styles.end}>{noMore}</p>
        )}
      </div>
    </>
  );
}

/** Returns the URL of a list, starting at the page with the given pagination token. */
function createNextPageUrl(address: string, token: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ from: token })}`;
}

/** The fields of an infinite query's result that are needed to load more pages. */
type NextPageQuery = Pick<
  UseInfiniteQueryResult<InfiniteData<ListPage<unknown>>>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Returns a click handler that loads the next page and then focuses its first item. */
function useLoadMore(list: NextPageQuery, pageCount: number, failureMessage: string) {
  const itemList = useRef<HTMLUListElement>(null);
  const firstNewIndex = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when a page has loaded
  useEffect(() => {
    if (firstNewIndex.current === undefined) return;
    itemList.current?.children[firstNewIndex.current]
      ?.querySelector('a')
      ?.focus({ preventScroll: true });
    firstNewIndex.current = undefined;
  }, [pageCount]);

  async function loadMore(event: MouseEvent) {
    // A click with a modifier key opens the link in a new tab or window, so the browser handles it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (list.isFetchingNextPage) return;
    firstNewIndex.current = itemList.current?.children.length;
    const { isFetchNextPageError } = await list.fetchNextPage();
    if (!isFetchNextPageError) return;
    firstNewIndex.current = undefined;
    showToast({ kind: 'error', text: failureMessage });
  }
  return { itemList, loadMore };
}
