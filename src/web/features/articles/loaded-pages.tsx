import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { AuthorMap } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { articleListsCopy } from '#web/copy/article-lists.ts';
import type { ArticlePage } from './article-pages.ts';
import styles from './loaded-pages.module.css';

interface LoadedPagesProps {
  pages: readonly ArticlePage[];
  list: MorePages;
  /** The list's own address. */
  address: string;
  /** Token the first of the pages was asked for by; `null` at the list's beginning. */
  from: string | null | undefined;
  /** Said when a further page does not come. */
  moreFailed?: string | undefined;
  children: (loaded: LoadedArticles) => ReactNode;
}

/** All that is loaded, to be shown as a list of items that each begin with a link. */
export interface LoadedArticles {
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  ref: Ref<HTMLUListElement>;
}

/**
 * The pages of a list that are there, one after the other, and the way to the next: a link to a page that begins
 * there, which brings what is on it here where there is a script.
 */
export function LoadedPages({
  pages,
  list,
  address,
  from,
  moreFailed,
  children,
}: LoadedPagesProps) {
  const articles = pages.flatMap(({ metas }) => metas);
  const authors: AuthorMap = Object.assign({}, ...pages.map((page) => page.authors));
  const { items, loadMore } = useLoadMore(list, pages.length, moreFailed);
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
      {children({ articles, authors, ref: items })}
      <div className={styles.more}>
        {list.hasNextPage && nextToken ? (
          <Link
            className="btn btn-line btn-l"
            to={laterPage(address, nextToken)}
            rel="next"
            aria-disabled={list.isFetchingNextPage || undefined}
            onClick={loadMore}
          >
            {list.isFetchingNextPage ? articleListsCopy.loadingMore : articleListsCopy.loadMore}
          </Link>
        ) : (
          <p className={styles.end}>{articleListsCopy.noMore}</p>
        )}
      </div>
    </>
  );
}

/** The address of the page of a list that begins after a token. */
function laterPage(address: string, token: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ from: token })}`;
}

/** What of a query of pages is needed to go on with it. */
type MorePages = Pick<
  UseInfiniteQueryResult<InfiniteData<ArticlePage>>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Fetches the next page; the keyboard then goes on from the first article that is new. */
function useLoadMore(list: MorePages, pages: number, failed: string = MESSAGES.moreArticlesFailed) {
  const items = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it answers the arrival of a page
  useEffect(() => {
    if (firstNew.current === undefined) return;
    items.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true });
    firstNew.current = undefined;
  }, [pages]);

  async function loadMore(event: MouseEvent) {
    // In a tab of its own the next page is a page.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (list.isFetchingNextPage) return;
    firstNew.current = items.current?.children.length;
    const { isFetchNextPageError } = await list.fetchNextPage();
    if (!isFetchNextPageError) return;
    firstNew.current = undefined;
    showToast({ kind: 'error', text: failed });
  }
  return { items, loadMore };
}
